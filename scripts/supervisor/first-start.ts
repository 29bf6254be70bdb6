import { runAdmin } from './admin-command.ts';

export type Team = { teamId: string; projectId: string; apiKey: string };
export type Owner = { email: string; password: string };
/** The created team and owner; their secrets are shown only once. */
export type FirstStart = { team?: Team; owner?: Owner };

export const OWNER = 'owner@crewboard.local';

/** Creates the first team if there is none, and its owner, an operator, if there is no account. */
export async function setUpOnce(env: NodeJS.ProcessEnv): Promise<FirstStart> {
  const { teams } = await runAdmin<{ teams: { id: string }[] }>(env, ['team', 'list']);
  const { users } = await runAdmin<{ users: unknown[] }>(env, ['user', 'list']);
  const made: FirstStart = {};
  if (teams.length === 0) made.team = await runAdmin<Team>(env, ['team', 'create', 'Demo team']);
  const teamId = made.team?.teamId ?? teams[0]?.id;
  if (users.length === 0 && teamId) {
    const account = ['user', 'create', OWNER, '--team', teamId, '--role', 'owner', '--name', 'Owner'];
    made.owner = await runAdmin<Owner>(env, account);
  }
  return made;
}
