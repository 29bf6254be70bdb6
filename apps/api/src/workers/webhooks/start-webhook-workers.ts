import { type AppSecrets, SecretBox } from '@crewboard/app-secret';
import { ChangeNotifier, openDatabase } from '@crewboard/db';
import type { InstallationId } from '../../features/webhooks/installation.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { AllowList } from '../../outbound/allow-list.ts';
import { Outbound } from '../../outbound/outbound.ts';
import { reportMissingSettings } from '../../report-missing-settings.ts';
import { runPollLoop, type WorkerLog } from '../poll-loop.ts';
import { WakeUp } from '../wake-up.ts';
import { cleanUpWebhooks } from './clean-up.ts';
import { DeliveryHold } from './delivery-hold.ts';
import { DeliveryMaker } from './delivery-maker.ts';
import { DeliverySender } from './delivery-sender.ts';
import { disableFailing } from './disable-failing.ts';
import { recoverFromLog } from './recover-from-log.ts';
import { type DeliveryTiming, deliveryTiming } from './timing.ts';

/** A separate pool: deliveries never wait for requests, nor requests for deliveries. */
const maxConnections = 3;
const cleanUpIntervalMs = 60 * 60_000;

type Options = {
  databaseUrl: string;
  appSecrets: AppSecrets;
  /** Tells a copy of the database from the original; none by default. */
  installationId?: InstallationId;
  /** The destinations that are allowed besides public addresses. */
  allow: AllowList;
  log: WorkerLog;
  metrics?: Metrics | undefined;
  timing?: DeliveryTiming;
};

/** Starts the workers of webhooks, each in a loop of its own: an error of one worker never stops another. */
export function startWebhookWorkers(options: Options): { stop(): Promise<void> } {
  const { databaseUrl, appSecrets, allow, log, metrics, timing = deliveryTiming } = options;
  const { installationId = null } = options;
  const db = openDatabase(databaseUrl, { maxConnections });
  metrics?.pools.add('webhooks', db.pool);
  const changeNotifier = new ChangeNotifier(databaseUrl);
  const outbound = new Outbound({ allow, ...timing });
  const stopping = new AbortController();
  const { signal } = stopping;
  // Every change wakes the sender: redeliveries and tests make a delivery due without an event in the log.
  const sendWakeUp = new WakeUp(changeNotifier);
  const deliveryMaker = new DeliveryMaker(db);
  const sender = new DeliverySender({
    ...{ db, outbound, log, timing, metrics, signal },
    secretBox: new SecretBox(appSecrets),
    hold: new DeliveryHold({ installationId, log, metrics }),
    onEnd: () => sendWakeUp.wake(),
  });
  const sending = runPollLoop({
    ...{ signal, log, pollIntervalMs: timing.idleIntervalMs, wakeUp: sendWakeUp },
    // Retry soon, because the endpoint leases of requests in flight must be renewed.
    maxRetryDelayMs: timing.sendIntervalMs,
    task: 'send webhooks',
    run: () => sender.run(),
    onError: () => sender.waitForFormerOwners(),
  });
  const others = Promise.all([
    reportMissingSettings({ db, pools: { webhooks: 'pool' }, log, metrics }).catch((error) =>
      log.warn({ err: error }, 'cannot read the time limits of the connections for webhooks'),
    ),
    runPollLoop({
      ...{ signal, log, pollIntervalMs: timing.readIntervalMs, wakeUp: new WakeUp(changeNotifier) },
      task: 'read the log for webhooks',
      async run() {
        const { hasMatches, ...result } = await deliveryMaker.makeFromNextPage();
        if (hasMatches) sendWakeUp.wake();
        return result;
      },
    }),
    runPollLoop({
      ...{ signal, log, pollIntervalMs: timing.recoveryIntervalMs, wakeUp: new WakeUp(changeNotifier) },
      task: 'recover webhooks',
      async run() {
        const result = await recoverFromLog(db);
        if (result.hasMore) sendWakeUp.wake();
        return result;
      },
    }),
    runPollLoop({
      ...{ signal, log, pollIntervalMs: timing.sweepIntervalMs, hasDelayedStart: true },
      task: 'disable failing webhooks',
      run: () => disableFailing(db, timing.giveUpAfterMs, signal),
    }),
    runPollLoop({
      ...{ signal, log, pollIntervalMs: cleanUpIntervalMs, hasDelayedStart: true },
      task: 'clean up webhooks',
      run: () => cleanUpWebhooks(db, signal),
    }),
  ]);
  return {
    async stop() {
      stopping.abort();
      await Promise.all([others, sending.then(() => sender.stop())]);
      await Promise.all([outbound.close(), changeNotifier.close(), db.close()]);
    },
  };
}
