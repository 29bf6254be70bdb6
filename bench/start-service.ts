import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase } from '@crewboard/db';
import { findFreePort, startEmbeddedPostgres } from '@crewboard/db/embedded';
import { launch } from '../e2e/service/launch.ts';
import { openLogFile } from '../scripts/supervisor/log-folder.ts';
import { nodeService } from '../scripts/supervisor/node-service.ts';
import { builtPrograms } from '../scripts/supervisor/programs.ts';
import type { Service } from '../scripts/supervisor/service.ts';

export type BenchDatabase = {
  url: string;
  /** Of the owner of the database. */
  ownerUrl: string;
  /** Of the first process of PostgreSQL. */
  pid: number;
  /** Its data and the logs of the processes. */
  folder: string;
  /** Also deletes the folder. */
  stop(): Promise<void>;
};

/** Starts a new PostgreSQL that waits for the disk, as `npm start` does, prepared for the service. */
export async function startDatabase(settings: Record<string, string> = {}): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'crewboard-bench-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: folder, settings });
  await prepareDatabase(postgres);
  const { url, ownerUrl, pid } = postgres;
  const stop = async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url, ownerUrl, pid, folder, stop };
}

/**
 * The built API on this database, which is not started yet. With `NODE_OPTIONS=--cpu-prof` it writes a profile when it
 * stops.
 */
export async function apiService(
  { url, folder }: BenchDatabase,
  env: Record<string, string> = {},
): Promise<{ service: Service; origin: string }> {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const service = nodeService({
    name: 'api',
    title: 'API',
    program: builtPrograms.api,
    env: {
      ...(process.env.NODE_OPTIONS && { NODE_OPTIONS: process.env.NODE_OPTIONS }),
      NODE_ENV: 'production',
      DATABASE_URL: url,
      APP_SECRET: randomBytes(32).toString('base64url'),
      HOST: '127.0.0.1',
      API_PORT: String(port),
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...env,
    },
    log: openLogFile(join(folder, `api-${port}.log`)),
    ready: { url: `${origin}/readyz`, isReady: (status) => status === 200 },
    stopTimeoutMs: 10_000,
  });
  return { service, origin };
}

export type BenchApi = { origin: string; pid: number; stop(): Promise<void> };

/** Starts an API process on this database and waits until it is ready. */
export async function startApi(database: BenchDatabase, env?: Record<string, string>): Promise<BenchApi> {
  const { service, origin } = await apiService(database, env);
  const { pid, stop } = await launch(service);
  return { origin, pid, stop };
}
