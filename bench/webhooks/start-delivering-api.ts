import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabase } from '@crewboard/db';
import { startEmbeddedPostgres } from '@crewboard/db/embedded';
import { findFreePorts } from '../../e2e/service/free-ports.ts';
import { launch } from '../../e2e/service/launch.ts';
import { openLogFile } from '../../scripts/supervisor/log-folder.ts';
import { nodeService } from '../../scripts/supervisor/node-service.ts';

export type DeliveringApi = {
  apiUrl: string;
  databaseUrl: string;
  /** Of the owner of the database. */
  ownerUrl: string;
  stop(): Promise<void>;
};

/**
 * Starts the API with delivery in its process, and a PostgreSQL that waits for the disk, as `npm start` does. Deliveries
 * to this machine are allowed, and the database keeps the commit time of each transaction.
 */
export async function startDeliveringApi(): Promise<DeliveringApi> {
  const folder = await mkdtemp(join(tmpdir(), 'crewboard-bench-'));
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    settings: { track_commit_timestamp: 'on' },
  });
  await prepareDatabase(postgres);
  const [port] = await findFreePorts(1);
  const apiUrl = `http://127.0.0.1:${port}`;
  const api = await launch(
    nodeService({
      name: 'api',
      title: 'API',
      script: 'apps/api/dist/main.js',
      env: {
        NODE_ENV: 'production',
        DATABASE_URL: postgres.url,
        APP_SECRET: randomBytes(32).toString('base64url'),
        HOST: '127.0.0.1',
        API_PORT: String(port),
        WEBHOOK_ALLOW: '127.0.0.0/8,::1',
        RATE_LIMIT_PER_MINUTE: '0',
      },
      log: openLogFile(join(folder, 'api.log')),
      ready: { url: `${apiUrl}/readyz`, isReady: (status) => status === 200 },
      stopTimeoutMs: 5_000,
    }),
  );
  const stop = async () => {
    await api.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { apiUrl, databaseUrl: postgres.url, ownerUrl: postgres.ownerUrl, stop };
}
