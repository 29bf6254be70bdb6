import { pino } from 'pino';
import { readWorkerEnv } from './env.ts';
import { prepareDatabase } from './prepare-database.ts';
import { startWebhookWorker } from './workers/webhooks/start-webhook-worker.ts';

// Sends webhooks in a process of its own; the API then runs with WEBHOOK_DELIVERY=worker.

try {
  const env = readWorkerEnv();
  const log = pino({ level: env.LOG_LEVEL, redact: ['err.detail', 'err.where'] });
  await prepareDatabase(env, log);
  const worker = startWebhookWorker({
    databaseUrl: env.DATABASE_URL,
    appSecret: env.APP_SECRET,
    allow: env.WEBHOOK_ALLOW,
    log,
  });
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    await worker.stop();
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  log.info('sending webhooks');
  // For whoever started it with a channel to hear from.
  process.send?.('ready');
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  process.stderr.write(`The worker could not start: ${message || code}\n`);
  process.exit(1);
}
