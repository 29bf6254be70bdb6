import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Problem } from '../setup/problem.mjs';
import { projectRoot } from '../setup/project.mjs';

export type Team = { teamId: string; projectId: string; apiKey: string };
export type Owner = { email: string; password: string };
/** What was made, and is shown this once. */
export type FirstStart = { team?: Team; owner?: Owner };

const OWNER = 'owner@crewboard.local';

/** Makes the team of a first start where there is none, and its owner where there is no account. */
export async function setUpOnce(env: NodeJS.ProcessEnv): Promise<FirstStart> {
  const { teams } = await admin<{ teams: { id: string }[] }>(env, 'team', 'list');
  const { users } = await admin<{ users: unknown[] }>(env, 'user', 'list');
  const made: FirstStart = {};
  if (teams.length === 0) made.team = await admin<Team>(env, 'team', 'create', 'Demo team');
  const teamId = made.team?.teamId ?? teams[0]?.id;
  if (users.length === 0 && teamId) {
    const account = ['user', 'create', OWNER, '--team', teamId, '--role', 'owner', '--name', 'Owner'];
    made.owner = await admin<Owner>(env, ...account);
  }
  return made;
}

async function admin<Answer>(env: NodeJS.ProcessEnv, ...command: string[]): Promise<Answer> {
  const args = ['apps/api/src/cli/admin.ts', ...command, '--json'];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: projectRoot, env });
    return JSON.parse(stdout);
  } catch (error) {
    // What it prints may hold a key; what it says on stderr does not.
    const { stderr } = error as { stderr?: string };
    throw new Problem(
      `The admin command \`${command.join(' ')}\` failed: ${stderr?.trim() || 'no reason given'}`,
    );
  }
}
