import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Problem } from '../setup/problem.mjs';
import { projectRoot } from '../setup/project.mjs';

export type DemoTeam = { teamId: string; projectId: string; apiKey: string };

/** Makes the team of a first start, with its key, in a database that has no team yet. */
export async function createDemoTeamOnce(env: NodeJS.ProcessEnv): Promise<DemoTeam | undefined> {
  const { teams } = await admin<{ teams: unknown[] }>(env, 'team', 'list');
  return teams.length === 0 ? admin<DemoTeam>(env, 'team', 'create', 'Demo team') : undefined;
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
