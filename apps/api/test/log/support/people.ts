import { signWebToken } from '@crewboard/app-secret';
import type { MemberRole } from '@crewboard/contracts';
import { appSecret, type TestApi } from '../../harness.ts';
import { call, createPerson, openSession } from '../../support/people.ts';

export type SignedIn = { userId: string; email: string; session: string; team: string };

/** A member with an open session. */
export async function signedIn(api: TestApi, team: string, role: MemberRole): Promise<SignedIn> {
  const { userId, email } = await createPerson(api, team, role);
  return { userId, email, session: await openSession(api, userId), team };
}

/** The web server's token for this person. */
export const webToken = ({ session, team }: Pick<SignedIn, 'session' | 'team'>) =>
  signWebToken(appSecret, { session, team });

/** Runs a query as this person. */
export async function callQuery(api: TestApi, who: SignedIn, procedure: string, input: object = {}) {
  const { session, team } = who;
  return call(api, ['query', procedure], input, { session, team });
}
