import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SecretBox } from '@crewboard/app-secret';
import type { Database, Signal } from '@crewboard/db';
import { Hints } from '../../features/events/hints.ts';
import { disableWebhook } from '../../features/webhooks/disable-webhook.ts';
import { payloadOf } from '../../features/webhooks/payload-row.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { cleanUp } from './clean-up.ts';
import { disableFailing } from './disable-failing.ts';
import { LargeBodies } from './large-bodies.ts';
import { LogForDeliveries } from './read-log-for-deliveries.ts';
import { recordAttempt } from './record-attempt.ts';
import { recoverFromLog } from './recover-from-log.ts';
import { type Found, type WorkerLog, workInRounds } from './rounds.ts';
import { isGone, type Outgoing, type Sent, sendDelivery } from './send-delivery.ts';
import { type DueDelivery, readLarge, releaseEndpoints, takeDeliveries } from './take-deliveries.ts';
import type { DeliveryTiming } from './timing.ts';

const cleanUpEvery = 60 * 60_000;
/** How long what is on its way may take to finish once the worker was told to stop. */
const drainFor = 20_000;

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
  /** Of the three things it does, each looks for itself: what fails in one never stops another. */
  readonly #hints: Record<'read' | 'recover' | 'send', Hints>;
  readonly #logForDeliveries: LogForDeliveries;
  readonly #inFlight = new Map<string, { webhookId: string; since: number }>();
  readonly #stopping = new AbortController();
  readonly #largeBodies = new LargeBodies(this.#stopping.signal);
  readonly #cutting = new AbortController();
  readonly #running: Promise<unknown>;
  /** No lease could be renewed, nobody's: until then their owners go on first. */
  #patientUntil = 0;

  constructor(parts: Parts) {
    const { db, signal, timing, log } = parts;
    this.#parts = parts;
    this.#hints = { read: new Hints(signal), recover: new Hints(signal), send: new Hints(signal) };
    this.#logForDeliveries = new LogForDeliveries(db);
    const rounds = { lookEvery: timing.lookEvery, stopping: this.#stopping.signal, log };
    const { read, recover, send } = this.#hints;
    this.#running = Promise.all([
      workInRounds({ ...rounds, hints: read, what: 'read the log for webhooks', work: () => this.#read() }),
      workInRounds({ ...rounds, hints: recover, what: 'recover webhooks', work: () => this.#recover() }),
      workInRounds({
        ...rounds,
        hints: send,
        what: 'send webhooks',
        work: () => this.#send(),
        onError: () => {
          this.#patientUntil = performance.now() + timing.lease;
        },
      }),
      this.#repeat(timing.sweepEvery, () => disableFailing(db, timing.giveUpAfter)),
      this.#repeat(cleanUpEvery, (stopping) => cleanUp(db, stopping)),
    ]);
  }

  /** Takes nothing new, lets what is on its way finish, and leaves the endpoints to others. */
  async stop(): Promise<void> {
    const hints = Object.values(this.#hints);
    this.#stopping.abort();
    for (const each of hints) each.give();
    await this.#running;
    const until = Date.now() + drainFor;
    while (this.#inFlight.size > 0 && Date.now() < until) await this.#hints.send.wait(100);
    this.#cutting.abort();
    for (const each of hints) each.close();
    await releaseEndpoints(this.#parts.db, this.#owner).catch(() => undefined);
  }

  async #read(): Promise<Found> {
    const { hasMade, isFull, hasOpenWriters } = await this.#logForDeliveries.readBatch();
    if (hasMade) this.#hints.send.give();
    if (isFull) return 'more';
    return hasOpenWriters ? 'soon' : 'nothing';
  }

  async #recover(): Promise<Found> {
    if (!(await recoverFromLog(this.#parts.db))) return 'nothing';
    this.#hints.send.give();
    return 'more';
  }

  async #send(): Promise<Found> {
    const { db, timing } = this.#parts;
    const { taken, isFull } = await takeDeliveries(db, {
      owner: this.#owner,
      inFlight: this.#inFlight,
      lease: timing.lease,
      isPatient: performance.now() < this.#patientUntil,
    });
    for (const delivery of taken) void this.#deliver(delivery);
    return isFull ? 'more' : 'nothing';
  }

  async #deliver(delivery: DueDelivery): Promise<void> {
    const { timing, log } = this.#parts;
    const { signal } = this.#stopping;
    this.#inFlight.set(delivery.id, { webhookId: delivery.webhookId, since: performance.now() });
    try {
      if (delivery.isLarge) await this.#sendLarge(delivery.id);
      else await this.#sendOne({ delivery, body: Buffer.from(payloadOf(delivery)) });
    } catch (error) {
      // It is still due, and is taken again after a rest.
      log.warn({ err: error, delivery: delivery.id }, 'cannot read a delivery; trying again');
      await sleep(timing.lookEvery, undefined, { signal }).catch(() => undefined);
    }
    this.#inFlight.delete(delivery.id);
    this.#hints.send.give();
  }

  async #sendLarge(id: string): Promise<void> {
    const outgoing = await this.#largeBodies.make(async () => {
      const delivery = await readLarge(this.#parts.db, { owner: this.#owner, id });
      return delivery && { delivery, body: Buffer.from(payloadOf(delivery)) };
    });
    if (outgoing) await this.#sendOne(outgoing).finally(() => this.#largeBodies.release(outgoing.body));
  }

  async #sendOne(outgoing: Outgoing): Promise<void> {
    const sent = await sendDelivery(this.#parts, outgoing, this.#cutting.signal);
    // What was cut off is sent again by another process: it says nothing about the receiver.
    if (!this.#cutting.signal.aborted) await this.#record(outgoing.delivery, sent);
  }

  /** Tries until it is written down: a delivery that is forgotten here would be sent again at once. */
  async #record(delivery: DueDelivery, sent: Sent): Promise<void> {
    const { db, timing, log } = this.#parts;
    const { signal } = this.#cutting;
    for (let tries = 0; !signal.aborted; tries += 1) {
      try {
        if (isGone(sent.outcome)) {
          const { webhookId, teamId, url } = delivery;
          await disableWebhook({ ctx: { db }, input: { webhookId, teamId, reason: 'gone', url } });
        }
        return await recordAttempt(db, timing, delivery, sent);
      } catch (error) {
        if (tries === 0) {
          log.warn({ err: error, delivery: delivery.id }, 'cannot write down an attempt; trying again');
        }
        await sleep(Math.min(50 * 2 ** tries, timing.lookEvery), undefined, { signal }).catch(
          () => undefined,
        );
      }
    }
  }

  async #repeat(every: number, task: (stopping: AbortSignal) => Promise<unknown>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await task(signal).catch((error) =>
        this.#parts.log.warn({ err: error }, 'could not tidy up webhooks; trying again later'),
      );
      await sleep(every, undefined, { signal }).catch(() => undefined);
    }
  }
}
