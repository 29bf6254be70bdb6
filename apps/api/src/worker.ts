import { toAppSecrets } from '@crewboard/app-secret';
import { build } from '@crewboard/build-info';
import { createLog } from '@crewboard/log';
import { closeOnSignal } from './close-on-signal.ts';
import { readWorkerEnv } from './env.ts';
import { resolveInstallationId } from './installation-id.ts';
import { startMetrics } from './metrics/start-metrics.ts';
import { prepareServiceDatabase } from './prepare-service-database.ts';
import { startWebhookWorkers } from './workers/index.ts';

// Sends webhooks in a process of its own; the API then runs with WEBHOOK_DELIVERY=worker.

try {
  const env = readWorkerEnv();
  const log = createLog('worker', env.LOG_LEVEL);
  log.info(build, 'starting the worker');
  await prepareServiceDatabase(env, log);
  // Without METRICS_PORT, this process has no port on which to serve metrics.
  const startedMetrics = env.METRICS_PORT === undefined ? undefined : await startMetrics(env, log);
  const workers = startWebhookWorkers({
    databaseUrl: env.DATABASE_URL,
    appSecrets: toAppSecrets(env.APP_SECRET, env.APP_SECRET_PREVIOUS),
    installationId: resolveInstallationId(env),
    allow: env.WEBHOOK_ALLOW,
    log,
    metrics: startedMetrics?.metrics,
  });
  closeOnSignal(log, {
    async close() {
      await workers.stop();
      await startedMetrics?.close();
    },
  });
  log.info('sending webhooks');
  // Only a parent process that opened an IPC channel receives this.
  process.send?.('ready');
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  process.stderr.write(`The worker could not start: ${message || code}\n`);
  process.exit(1);
}
