import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ServerProcess } from '../abuse/support/server-process.ts';

type Options = { databaseUrl: string; folder: string; apiUrl: string; publicUrl: string };

const shutdownDelayS = 5;

/** Starts built processes as an operator does behind a proxy. Each resolves once the process is ready. */
export function serverStarts({ databaseUrl, folder, apiUrl, publicUrl }: Options) {
  const shared = {
    NODE_ENV: 'production' as const,
    APP_SECRET: randomBytes(32).toString('base64url'),
    SHUTDOWN_DELAY_SECONDS: String(shutdownDelayS),
    TRUST_PROXY: '127.0.0.1',
  };
  const start = (port: number, script: string, env: NodeJS.ProcessEnv) =>
    ServerProcess.start({
      script,
      env,
      readyUrl: `http://127.0.0.1:${port}/readyz`,
      logFile: join(folder, `${port}.log`),
    });
  return {
    api: (port: number) =>
      start(port, 'apps/api/dist/main.js', {
        ...{ ...shared, LOG_LEVEL: 'warn', DATABASE_URL: databaseUrl, API_PORT: String(port) },
        ...{ RATE_LIMIT_PER_MINUTE: '0', WEBHOOK_DELIVERY: 'worker' },
      }),
    web: (port: number) =>
      start(port, 'apps/web/.next/standalone/apps/web/server.js', {
        ...{ ...shared, API_URL: apiUrl, PUBLIC_URL: publicUrl, PORT: String(port), HOSTNAME: '127.0.0.1' },
      }),
  };
}
