import { SecretBox } from '@crewboard/app-secret';
import { openDatabase, Signal } from '@crewboard/db';
import type { AllowList } from '../../outbound/allow-list.ts';
import { Outbound } from '../../outbound/outbound.ts';
import type { WorkerLog } from './rounds.ts';
import { type DeliveryTiming, deliveryTiming } from './timing.ts';
import { WebhookWorker } from './webhook-worker.ts';

/** Its own, so that deliveries never wait for requests, nor requests for deliveries. */
const connections = 3;

type Options = {
  databaseUrl: string;
  appSecret: string;
  /** What may be called besides public addresses. */
  allow: AllowList;
  log: WorkerLog;
  timing?: DeliveryTiming;
};

/** Starts what makes and sends deliveries, until it is stopped. */
export function startWebhookWorker(options: Options): { stop(): Promise<void> } {
  const { databaseUrl, appSecret, allow, log, timing = deliveryTiming } = options;
  const db = openDatabase(databaseUrl, { maxConnections: connections });
  const signal = new Signal(databaseUrl);
  const outbound = new Outbound({
    allow,
    connectTimeoutMs: timing.connectTimeout,
    answerTimeoutMs: timing.answerTimeout,
  });
  const worker = new WebhookWorker({
    db,
    signal,
    outbound,
    secretBox: new SecretBox(appSecret),
    log,
    timing,
  });
  return {
    async stop() {
      await worker.stop();
      await Promise.all([outbound.close(), signal.close(), db.close()]);
    },
  };
}
