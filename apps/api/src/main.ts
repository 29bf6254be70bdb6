import { toAppSecrets } from '@crewboard/app-secret';
import { build } from '@crewboard/build-info';
import { openDatabase } from '@crewboard/db';
import { createLog } from '@crewboard/log';
import { createApp } from './app.ts';
import { Activity } from './auth/activity.ts';
import { closeOnSignal } from './close-on-signal.ts';
import { drain } from './drain.ts';
import { type Env, readEnv } from './env.ts';
import { Readiness } from './features/system/readiness.ts';
import { resolveInstallationId } from './installation-id.ts';
import { startMetrics } from './metrics/start-metrics.ts';
import { Outbound } from './outbound/outbound.ts';
import { prepareServiceDatabase } from './prepare-service-database.ts';
import { poolsOfApi, reportMissingSettings } from './report-missing-settings.ts';
import { startTracing } from './tracing/start-tracing.ts';
import { startReencryption, startWebhookWorkers } from './workers/index.ts';
import { deliveryTiming } from './workers/webhooks/timing.ts';

async function start(env: Env): Promise<void> {
  const log = createLog('api', env.LOG_LEVEL);
  log.info(build, 'starting the API');
  await prepareServiceDatabase(env, log);
  const [startedMetrics, tracing] = await Promise.all([startMetrics(env, log), startTracing(env, log)]);
  const metrics = startedMetrics?.metrics;
  const { DATABASE_URL: databaseUrl, PUBLIC_API_URL: publicUrl, TRUST_PROXY: trustProxy } = env;
  const { WEBHOOK_ALLOW: allow, TEAM_CREATION: teamCreation } = env;
  const backups = env.BACKUP_DIR ? { folder: env.BACKUP_DIR, everyMs: env.BACKUP_EVERY } : undefined;
  const appSecrets = toAppSecrets(env.APP_SECRET, env.APP_SECRET_PREVIOUS);
  const installationId = resolveInstallationId(env);

  const db = openDatabase(databaseUrl, { maxConnections: env.DATABASE_POOL_SIZE });
  await reportMissingSettings({ db, pools: poolsOfApi, log, metrics });
  const activity = new Activity(db, log);
  const readiness = new Readiness(db);
  const outbound = new Outbound({ allow, ...deliveryTiming });
  const app = await createApp({
    ...{ db, activity, readiness, outbound, log, metrics, appSecrets },
    ...{ publicUrl, trustProxy, teamCreation, tracing, installationId, backups },
    // With METRICS_PORT, metrics are served there alone.
    metricsToken: env.METRICS_PORT === undefined ? env.METRICS_TOKEN : undefined,
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
    eventRetentionDays: env.EVENT_RETENTION_DAYS,
  });
  const webhookWorkers =
    env.WEBHOOK_DELIVERY === 'api'
      ? startWebhookWorkers({ databaseUrl, appSecrets, installationId, allow, log, metrics })
      : undefined;
  const reencryption = startReencryption({ db, appSecrets, metrics, log });

  closeOnSignal(log, {
    // Proxies learn from now on that this process is not ready. Until they do, requests still arrive.
    announce: () => readiness.drain(),
    delayMs: env.SHUTDOWN_DELAY_SECONDS * 1_000,
    async close() {
      await Promise.all([drain(app), webhookWorkers?.stop(), reencryption.stop()]);
      await activity.stop();
      await Promise.all([db.close(), startedMetrics?.close(), tracing?.stop()]);
    },
  });
  await app.listen({ host: env.HOST, port: env.API_PORT });
}

try {
  await start(readEnv());
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  process.stderr.write(`The API could not start: ${message || code}\n`);
  process.exit(1);
}
