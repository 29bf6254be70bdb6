import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase } from '@crewboard/db';
import { startEmbeddedPostgres } from '@crewboard/db/embedded';
import { startApi } from './start-api.ts';
import { startWeb } from './start-web.ts';

export type RunningService = {
  webUrl: string;
  apiUrl: string;
  appSecret: string;
  databaseUrl: string;
  /** Of PostgreSQL the first one. */
  pids: { api: number; web: number; postgres: number };
  /** What the web server and the API wrote. */
  logFiles: string[];
  stop(): Promise<void>;
};

/** Starts the processes of `npm start` on free ports, with their own database and secret. */
export async function startService(): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), 'crewboard-e2e-'));
  await chmod(folder, 0o755);
  /** In the order to stop them: the last one started first. */
  const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const each of stops.splice(0)) await each();
  };
  try {
    // Test data may be lost, so commits do not wait for the disk.
    const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
    const postgres = await startEmbeddedPostgres({ dataDir: folder, settings });
    stops.unshift(postgres.stop);
    await prepareDatabase(postgres);

    const appSecret = randomBytes(32).toString('base64url');
    const [apiLog, webLog] = [join(folder, 'api.log'), join(folder, 'web.log')];
    const { apiUrl, ...api } = await startApi({ databaseUrl: postgres.url, appSecret, logFile: apiLog });
    stops.unshift(api.stop);
    const web = await startWeb({ apiUrl, appSecret, logFile: webLog });
    stops.unshift(web.stop);
    return {
      webUrl: web.webUrl,
      apiUrl,
      appSecret,
      databaseUrl: postgres.url,
      pids: { api: api.pid, web: web.pid, postgres: postgres.pid },
      logFiles: [apiLog, webLog],
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
