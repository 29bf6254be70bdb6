import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Problem } from '../setup/problem.mjs';
import { projectRoot } from '../setup/project.mjs';

export type FirstStart = {
  teamId: string;
  projectId: string;
  apiKey: string;
  email: string;
  password: string;
};

const OWNER = 'owner@crewboard.local';

/** Makes the team and the owner of a first start, in a database that has no team yet. */
export async function setUpOnce(env: NodeJS.ProcessEnv): Promise<FirstStart | undefined> {
  const { teams } = await admin<{ teams: unknown[] }>(env, 'team', 'list');
  if (teams.length > 0) return undefined;
  const team = await admin<Omit<FirstStart, 'email' | 'password'>>(env, 'team', 'create', 'Demo team');
  const account = ['user', 'create', OWNER, '--team', team.teamId, '--role', 'owner', '--name', 'Owner'];
  const { email, password } = await admin<{ email: string; password: string }>(env, ...account);
  return { ...team, email, password };
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
