import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort, startEmbeddedPostgres } from '@crewboard/db/embedded';
import pg from 'pg';
import { launch } from '../../e2e/service/launch.ts';
import { projectRoot } from '../../scripts/setup/project.mjs';
import { openLogFile } from '../../scripts/supervisor/log-folder.ts';
import { nodeService } from '../../scripts/supervisor/node-service.ts';
import type { Programs } from '../../scripts/supervisor/programs.ts';

const run = promisify(execFile);

type Team = { teamId: string; projectId: string; apiKey: string };

/** A version of the service with a database of its own, which its own programs have prepared. */
export type Version = {
  name: string;
  team: Team;
  origin: string;
  /** Another one after a restart. */
  apiPid(): number;
  databasePid: number;
  owner: pg.Pool;
  /** So that no statement has a plan from when the tables were small. */
  restartApi(): Promise<void>;
  stop(): Promise<void>;
};

/** Clones the project at this commit into the folder, installs what it needs and builds its API. */
export async function checkOut(commit: string, root: string): Promise<void> {
  const { packageManager } = (await import(join(projectRoot, 'package.json'), { with: { type: 'json' } }))
    .default as { packageManager: string };
  const inClone = (command: string, args: string[]) => run(command, args, { cwd: root, maxBuffer: 2 ** 26 });
  const pnpm = (...args: string[]) => inClone('npx', ['--yes', packageManager, ...args]);
  await run('git', ['clone', '--quiet', '--shared', projectRoot, root]);
  await inClone('git', ['checkout', '--quiet', commit]);
  await pnpm('install', '--frozen-lockfile', '--prefer-offline');
  await pnpm('exec', 'turbo', 'run', 'build', '--filter', '@crewboard/api');
}

/** Starts the version whose checkout, with a built API, is in the folder `root`. */
export async function startVersion(name: string, root: string): Promise<Version> {
  const folder = await mkdtemp(join(tmpdir(), 'crewboard-bench-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    DO_NOT_TRACK: '1',
    NODE_ENV: 'production',
    DATABASE_URL: postgres.url,
    APP_SECRET: randomBytes(32).toString('base64url'),
  };
  const { builtPrograms } = (await import(join(root, 'scripts/supervisor/programs.ts'))) as {
    builtPrograms: Programs;
  };
  const inRoot = (args: string[], more: Record<string, string> = {}) =>
    run(process.execPath, args, { cwd: root, env: { ...env, ...more } });

  await inRoot([builtPrograms.migrate.script], { DATABASE_OWNER_URL: postgres.ownerUrl });
  const created = await inRoot([
    ...['scripts/run.mjs', 'apps/api/src/cli/admin.ts', 'team', 'create', 'Bench', '--json'],
  ]);
  const team = JSON.parse(created.stdout) as Team;
  const start = () =>
    launch(
      nodeService({
        name: 'api',
        title: `API of ${name}`,
        program: { ...builtPrograms.api, script: join(root, builtPrograms.api.script) },
        env: { ...env, HOST: '127.0.0.1', API_PORT: String(port), RATE_LIMIT_PER_MINUTE: '0' },
        log: openLogFile(join(folder, 'api.log')),
        ready: { url: `${origin}/readyz`, isReady: (status) => status === 200 },
        stopTimeoutMs: 10_000,
      }),
    );
  let api = await start();
  const owner = new pg.Pool({ connectionString: postgres.ownerUrl, max: 1 });
  return {
    ...{ name, team, origin, owner, databasePid: postgres.pid },
    apiPid: () => api.pid,
    async restartApi() {
      await api.stop();
      api = await start();
    },
    async stop() {
      await owner.end();
      await api.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
