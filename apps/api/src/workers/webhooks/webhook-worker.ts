import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SecretBox } from '@crewboard/app-secret';
import type { Database, Signal } from '@crewboard/db';
import { Hints } from '../../features/events/hints.ts';
import { disableWebhook } from '../../features/webhooks/disable-webhook.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { cleanUp } from './clean-up.ts';
import { disableFailing } from './disable-failing.ts';
import { LogForDeliveries } from './read-log-for-deliveries.ts';
import { recordAttempt } from './record-attempt.ts';
import { recoverFromLog } from './recover-from-log.ts';
import { isGone, type Sent, sendDelivery } from './send-delivery.ts';
import { type DueDelivery, releaseEndpoints, takeDeliveries } from './take-deliveries.ts';
import type { DeliveryTiming } from './timing.ts';

const lookAgainAfter = 10;
const cleanUpEvery = 60 * 60_000;
/** How long what is on its way may take to finish once the worker was told to stop. */
const drainFor = 20_000;

export type WorkerLog = Record<'warn' | 'error', (details: object, message: string) => void>;

type Parts = {
  db: Database;
  signal: Signal;
  outbound: Outbound;
  secretBox: SecretBox;
  log: WorkerLog;
  timing: DeliveryTiming;
};

/**
 * Makes deliveries of the log and sends those that are due. Any number of them work on one database: all that must not
 * be lost is in its rows, and no transaction is open while a request is on its way.
 */
export class WebhookWorker {
  readonly #parts: Parts;
  readonly #owner = randomUUID();
  readonly #hints: Hints;
  readonly #logForDeliveries: LogForDeliveries;
  readonly #inFlight = new Map<string, string>();
  readonly #stopping = new AbortController();
  readonly #cutting = new AbortController();
  readonly #running: Promise<unknown>;
  /** The database was away, and with it the leases of all: until then their owners go on first. */
  #patientUntil = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#hints = new Hints(parts.signal);
    this.#logForDeliveries = new LogForDeliveries(parts.db);
    const { db, timing } = parts;
    this.#running = Promise.all([
      this.#run(),
      this.#repeat(timing.sweepEvery, () => disableFailing(db, timing.giveUpAfter)),
      this.#repeat(cleanUpEvery, () => cleanUp(db)),
    ]);
  }

  /** Takes nothing new, lets what is on its way finish, and leaves the endpoints to others. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#hints.give();
    await this.#running;
    const until = Date.now() + drainFor;
    while (this.#inFlight.size > 0 && Date.now() < until) await this.#hints.wait(100);
    this.#cutting.abort();
    this.#hints.close();
    await releaseEndpoints(this.#parts.db, this.#owner).catch(() => undefined);
  }

  async #run(): Promise<void> {
    const { log, timing } = this.#parts;
    let delay = 0;
    while (!this.#stopping.signal.aborted) {
      try {
        const { hasMore, hasOpenWriters } = await this.#work();
        if (hasMore) continue;
        delay = hasOpenWriters
          ? Math.min(Math.max(2 * delay, lookAgainAfter), timing.lookEvery)
          : timing.lookEvery;
      } catch (error) {
        log.warn({ err: error }, 'could not work on webhooks; trying again');
        this.#patientUntil = Date.now() + timing.lease;
        delay = timing.lookEvery;
        await sleep(lookAgainAfter);
      }
      if (await this.#hints.wait(delay)) delay = 0;
    }
  }

  /** One round: from the log to deliveries, and from deliveries to requests. */
  async #work(): Promise<{ hasMore: boolean; hasOpenWriters: boolean }> {
    const { db, timing, log } = this.#parts;
    const read = await this.#logForDeliveries.readOn();
    const hasMoreToRecover = await recoverFromLog(db);
    const { taken, isFull } = await takeDeliveries(db, {
      owner: this.#owner,
      inFlight: this.#inFlight,
      lease: timing.lease,
      patience: Date.now() < this.#patientUntil ? timing.lease : 0,
    });
    for (const delivery of taken) {
      // A slot that an unexpected error took stays taken: the same would only happen again.
      this.#deliver(delivery).catch((error) =>
        log.error({ err: error, delivery: delivery.id }, 'a delivery broke'),
      );
    }
    return { hasMore: read.isFull || hasMoreToRecover || isFull, hasOpenWriters: read.hasOpenWriters };
  }

  async #deliver(delivery: DueDelivery): Promise<void> {
    this.#inFlight.set(delivery.id, delivery.webhookId);
    const sent = await sendDelivery(this.#parts, delivery, this.#cutting.signal);
    // What was cut off is sent again by another process: it says nothing about the receiver.
    if (!this.#cutting.signal.aborted) await this.#record(delivery, sent);
    this.#inFlight.delete(delivery.id);
    this.#hints.give();
  }

  /** Tries until it is written down: a delivery that is forgotten here would be sent again at once. */
  async #record(delivery: DueDelivery, sent: Sent): Promise<void> {
    const { db, timing, log } = this.#parts;
    for (let delay = 50; !this.#cutting.signal.aborted; delay = Math.min(2 * delay, timing.lookEvery)) {
      try {
        if (isGone(sent.outcome)) {
          const { webhookId, teamId, url } = delivery;
          await disableWebhook({ ctx: { db }, input: { webhookId, teamId, reason: 'gone', url } });
        }
        return await recordAttempt(db, timing, delivery, sent);
      } catch (error) {
        log.warn({ err: error, delivery: delivery.id }, 'could not record an attempt; trying again');
        await sleep(delay, undefined, { signal: this.#cutting.signal }).catch(() => undefined);
      }
    }
  }

  async #repeat(every: number, task: () => Promise<unknown>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await task().catch((error) =>
        this.#parts.log.warn({ err: error }, 'could not tidy up webhooks; trying again later'),
      );
      await sleep(every, undefined, { signal }).catch(() => undefined);
    }
  }
}
