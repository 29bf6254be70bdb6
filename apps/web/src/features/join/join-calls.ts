import type { InvitationPreview, JoinedTeam } from '@crewboard/contracts';
import type { JoinProblem } from '#lib/failures/join-problem.ts';

export interface NewAccount {
  name: string;
  email: string;
  password: string;
}

type Outcome<Result> = { result: Result } | { problem: JoinProblem };

/** Reads who invites to which team. */
export const lookUpInvitation = (secret: string) => post<InvitationPreview>('look-up', { secret });

/** Creates an account in the team of the invitation. */
export const acceptInvitation = (secret: string, account: NewAccount) =>
  post<JoinedTeam>('accept', { secret, ...account });

const unreachable: JoinProblem = {
  code: 'UNAVAILABLE',
  title: 'The service cannot be reached',
  detail: 'Nothing was changed. Try again in a moment.',
  errors: [],
};

/** Never throws: a service that cannot be reached is a problem as well. */
async function post<Result>(action: string, fields: object): Promise<Outcome<Result>> {
  try {
    const response = await fetch(`/api/join/${action}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    });
    const body = await response.json();
    return response.ok ? { result: body } : { problem: body };
  } catch {
    return { problem: unreachable };
  }
}
