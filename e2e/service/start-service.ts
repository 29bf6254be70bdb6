import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@crewboard/db/embedded';
import { tailOf } from '../../scripts/setup/log-file.mjs';
import { nodeService } from '../../scripts/supervisor/node-service.ts';
import type { Service } from '../../scripts/supervisor/service.ts';

export type RunningService = {
  webUrl: string;
  apiUrl: string;
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

    const [apiPort, webPort] = await findFreePorts();
    const [apiUrl, webUrl] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${webPort}`];
    const env = {
      ...process.env,
      NODE_ENV: 'production' as const,
      DATABASE_URL: postgres.url,
      APP_SECRET: randomBytes(32).toString('base64url'),
      HOST: '127.0.0.1',
      // Their own variables; those of the person at the terminal are for another service.
      PUBLIC_URL: '',
      PUBLIC_API_URL: '',
    };
    const logFiles = [join(folder, 'api.log'), join(folder, 'web.log')];
    const run = async (service: Service) => {
      const instance = await service.launch();
      stops.unshift(instance.stop);
      await instance.ready.catch((error: Error) => {
        throw new Error(`The ${service.title} ${error.message}. ${tailOf(service.logFile)}`);
      });
    };
    await run(
      nodeService({
        name: 'api',
        title: 'API',
        script: 'apps/api/src/main.ts',
        env: { ...env, API_PORT: String(apiPort) },
        logFile: join(folder, 'api.log'),
        readyUrl: `${apiUrl}/readyz`,
        isReady: (status) => status === 200,
        patienceMs: 5_000,
      }),
    );
    await run(
      nodeService({
        name: 'web',
        title: 'board',
        script: 'apps/web/.next/standalone/apps/web/server.js',
        env: { ...env, PORT: String(webPort), HOSTNAME: '127.0.0.1', API_URL: apiUrl },
        logFile: join(folder, 'web.log'),
        readyUrl: webUrl,
        isReady: (status) => status < 500,
        patienceMs: 3_000,
      }),
    );
    return { webUrl, apiUrl, databaseUrl: postgres.url, logFiles, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Two ports that nothing listens on. */
async function findFreePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()];
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve, reject) => {
          server.once('error', reject);
          server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
        }),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports as [number, number];
}
