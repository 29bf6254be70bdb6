import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@crewboard/db/embedded';
import { nodeService } from '../../scripts/supervisor/node-service.ts';
import { findFreePorts } from './free-ports.ts';
import { launch } from './launch.ts';
import { startWeb } from './start-web.ts';

export type RunningService = {
  webUrl: string;
  apiUrl: string;
  appSecret: string;
  databaseUrl: string;
  /** What the web server and the API wrote. */
  logFiles: string[];
  stop(): Promise<void>;
};

/** Starts what `npm start` starts, on free ports, with a database and a secret that nothing else uses. */
export async function startService(): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), 'crewboard-e2e-'));
  await chmod(folder, 0o755);
  /** The last one started comes first: that is the order to stop them in. */
  const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const each of stops.splice(0)) await each();
  };
  try {
    // A test's data may be lost, so it need not wait for the disk.
    const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
    const postgres = await startEmbeddedPostgres({ dataDir: folder, settings });
    stops.unshift(postgres.stop);

    const [apiPort] = await findFreePorts(1);
    const apiUrl = `http://127.0.0.1:${apiPort}`;
    const appSecret = randomBytes(32).toString('base64url');
    const [apiLog, webLog] = [join(folder, 'api.log'), join(folder, 'web.log')];
    const stopApi = await launch(
      nodeService({
        name: 'api',
        title: 'API',
        script: 'apps/api/src/main.ts',
        env: {
          ...process.env,
          NODE_ENV: 'production',
          DATABASE_URL: postgres.url,
          APP_SECRET: appSecret,
          HOST: '127.0.0.1',
          API_PORT: String(apiPort),
          // Those of the person at the terminal are for another service.
          PUBLIC_URL: '',
          PUBLIC_API_URL: '',
        },
        logFile: apiLog,
        readyUrl: `${apiUrl}/readyz`,
        isReady: (status) => status === 200,
        patienceMs: 5_000,
      }),
    );
    stops.unshift(stopApi);
    const web = await startWeb({ apiUrl, appSecret, logFile: webLog });
    stops.unshift(web.stop);
    return {
      webUrl: web.webUrl,
      apiUrl,
      appSecret,
      databaseUrl: postgres.url,
      logFiles: [apiLog, webLog],
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
