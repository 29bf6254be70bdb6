import { openDatabase } from '@crewboard/db';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { Activity } from './auth/activity.ts';
import { type Env, readEnv } from './env.ts';
import { Readiness } from './features/system/readiness.ts';
import { Outbound } from './outbound/outbound.ts';
import { prepareDatabase } from './prepare-database.ts';
import { startWebhookWorker } from './workers/webhooks/start-webhook-worker.ts';
import { deliveryTiming } from './workers/webhooks/timing.ts';

/** How long requests under way may take to finish once the process was told to stop. */
const drainFor = 20_000;
const lookEvery = 100;

/** Lets what is under way finish, then ends the connections that would keep the server open for nothing. */
async function drain(app: FastifyInstance): Promise<void> {
  const until = Date.now() + drainFor;
  const looking = setInterval(() => {
    if (app.inFlight.count === 0 || Date.now() > until) app.server.closeAllConnections();
  }, lookEvery);
  await app.close();
  clearInterval(looking);
}

async function start(env: Env): Promise<void> {
  const log = pino({
    level: env.LOG_LEVEL,
    redact: ['req.headers.authorization', 'err.detail', 'err.where'],
  });
  await prepareDatabase(env, log);

  const db = openDatabase(env.DATABASE_URL, { maxConnections: env.DATABASE_POOL_SIZE });
  const activity = new Activity(db, log);
  const readiness = new Readiness(db);
  const { PUBLIC_API_URL: publicUrl, TRUST_PROXY: trustProxy, APP_SECRET: appSecret } = env;
  const { DATABASE_URL: databaseUrl, WEBHOOK_ALLOW: allow, TEAM_CREATION: teamCreation } = env;
  const outbound = new Outbound({
    allow,
    connectTimeoutMs: deliveryTiming.connectTimeout,
    answerTimeoutMs: deliveryTiming.answerTimeout,
  });
  const app = await createApp({
    ...{ db, activity, readiness, outbound, log, appSecret },
    ...{ publicUrl, trustProxy, teamCreation },
    rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE,
  });
  const worker =
    env.WEBHOOK_DELIVERY === 'api' ? startWebhookWorker({ databaseUrl, appSecret, allow, log }) : undefined;

  /** Not ready at once; no new connections; what is under way finishes; what is buffered is written. */
  async function stop(signal: string): Promise<void> {
    if (readiness.draining) process.exit(1);
    log.info({ signal }, 'stopping');
    readiness.drain();
    await Promise.all([drain(app), worker?.stop()]);
    await activity.stop();
    await db.close();
    log.info('stopped');
    process.exit(0);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
  await app.listen({ host: env.HOST, port: env.API_PORT });
}

try {
  await start(readEnv());
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  process.stderr.write(`The API could not start: ${message || code}\n`);
  process.exit(1);
}
