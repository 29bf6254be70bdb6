import { findFreePort } from '@crewboard/db/embedded';
import { openLogFile } from '../../scripts/supervisor/log-folder.ts';
import { nodeService } from '../../scripts/supervisor/node-service.ts';
import { builtPrograms } from '../../scripts/supervisor/programs.ts';
import { launch } from './launch.ts';

export type RunningApi = {
  apiUrl: string;
  pid: number;
  stop(): Promise<void>;
  /** Kills the process, as in a crash. */
  kill(): void;
};

type ApiSettings = {
  databaseUrl: string;
  appSecret: string;
  logFile: string;
  /** Overrides of the default environment, such as RATE_LIMIT_PER_MINUTE. */
  env?: Record<string, string>;
};

/** Starts an API process on this database, on a free port. */
export async function startApi(settings: ApiSettings): Promise<RunningApi> {
  const { databaseUrl, appSecret, logFile, env } = settings;
  const port = await findFreePort();
  const apiUrl = `http://127.0.0.1:${port}`;
  const { pid, stop, kill } = await launch(
    nodeService({
      name: 'api',
      title: 'API',
      program: builtPrograms.api,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        APP_SECRET: appSecret,
        HOST: '127.0.0.1',
        API_PORT: String(port),
        // The environment of the terminal is for another service.
        PUBLIC_URL: '',
        PUBLIC_API_URL: '',
        // The test receivers run on this machine.
        WEBHOOK_ALLOW: '127.0.0.0/8',
        RATE_LIMIT_PER_MINUTE: '0',
        WEBHOOK_DELIVERY: 'api',
        ...env,
      },
      log: openLogFile(logFile),
      ready: { url: `${apiUrl}/readyz`, isReady: (status) => status === 200 },
      stopTimeoutMs: 5_000,
    }),
  );
  return { apiUrl, pid, stop, kill };
}
