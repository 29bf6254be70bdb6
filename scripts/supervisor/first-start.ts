import { runAdmin } from './admin-command.ts';

export type Team = { teamId: string; projectId: string; apiKey: string };
export type Owner = { email: string; password: string };
/**
 * The created team and owner, whose secrets are shown only once. `ownerEmail` on later starts: the e-mail of the owner
 * that the first start created, unless that account was deleted.
 */
export type FirstStart = { team?: Team; owner?: Owner; ownerEmail?: string };

export const OWNER_EMAIL = 'owner@crewboard.local';

/**
 * Creates the first team if there is none, and its owner, an operator, if there is no account. `program` is that of
 * `admin`.
 */
export async function setUpOnce(env: NodeJS.ProcessEnv, program?: string): Promise<FirstStart> {
  const run = <Output>(command: string[]) => runAdmin<Output>(env, command, { program });
  const { teams } = await run<{ teams: { id: string }[] }>(['team', 'list']);
  const { users } = await run<{ users: { email: string }[] }>(['user', 'list']);
  const made: FirstStart = {};
  if (users.some(({ email }) => email === OWNER_EMAIL)) made.ownerEmail = OWNER_EMAIL;
  if (teams.length === 0) made.team = await run<Team>(['team', 'create', 'Demo team']);
  const teamId = made.team?.teamId ?? teams[0]?.id;
  if (users.length === 0 && teamId) {
    const account = ['user', 'create', OWNER_EMAIL, '--team', teamId, '--role', 'owner', '--name', 'Owner'];
    made.owner = await run<Owner>(account);
  }
  return made;
}
