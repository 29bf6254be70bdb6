import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SecretBox } from '@crewboard/app-secret';
import type { Database, PooledConnection } from '@crewboard/db';
import { drainTimeoutMs } from '#src/close-on-signal.ts';
import { disableWebhook } from '../../features/webhooks/disable-webhook.ts';
import { payloadOf } from '../../features/webhooks/payload-row.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { RoundResult, WorkerLog } from '../poll-loop.ts';
import { BodyBudget } from './body-budget.ts';
import type { DeliveryHold } from './delivery-hold.ts';
import { releaseEndpointLeases, renewEndpointLeases } from './endpoint-leases.ts';
import { recordAttempt } from './record-attempt.ts';
import { isUnsubscribed, type Outgoing, outcomeKind, type Sent, sendDelivery } from './send-delivery.ts';
import { type DueDelivery, readLargeDelivery, takeDeliveries } from './take-deliveries.ts';
import type { DeliveryTiming } from './timing.ts';

/**
 * Endpoint leases are renewed at most this often, as a part of their duration. It is short beside the last seven tenths
 * of a lease, in which a renewal is due (`isRenewalDue`).
 */
const renewalIntervalPart = 0.1;
const minRetryDelayMs = 50;
const maxRetryDelayMs = 500;

type Parts = {
  db: Database;
  outbound: Outbound;
  secretBox: SecretBox;
  hold: DeliveryHold;
  log: WorkerLog;
  timing: DeliveryTiming;
  metrics: Metrics | undefined;
  /** Called when a delivery has ended: its endpoint may have room for the next one. */
  onEnd: () => void;
  /** Aborted when the worker stops: nothing new is begun. */
  signal: AbortSignal;
};

type DeliveryInFlight = {
  webhookId: string;
  /**
   * When its request began, by the monotonic clock; infinity before, because waiting for memory is not the endpoint's
   * delay.
   */
  startedAt: number;
  ended: Promise<void>;
};

/**
 * Sends due deliveries, each in the background. All state that must not be lost is in the database, and no transaction
 * is open while a request is in flight. After a crash, another process sends the deliveries in flight again.
 */
export class DeliverySender {
  readonly #parts: Parts;
  readonly #owner = randomUUID();
  readonly #inFlight = new Map<string, DeliveryInFlight>();
  readonly #bodies: BodyBudget;
  /** Ends the requests that are still in flight after the drain. */
  readonly #aborting = new AbortController();
  /** The endpoint that the current pass over all endpoints has reached. */
  #lastVisited = '';
  #renewedAt = 0;
  #takenAt = Number.NEGATIVE_INFINITY;
  #waitsForOwnersUntil = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#bodies = new BodyBudget(parts.signal);
  }

  /** Starts sending the due deliveries of the next endpoints. */
  async run(): Promise<RoundResult> {
    const { timing } = this.#parts;
    await this.#renewLeases();
    const after = this.#lastVisited;
    const round = await this.#take(after);
    if (!round) return { nextRoundInMs: timing.sendIntervalMs };
    const { taken, lastVisited, hasPending } = round;
    for (const delivery of taken) this.#begin(delivery);
    this.#lastVisited = lastVisited ?? '';
    if (taken.length > 0) this.#takenAt = performance.now();
    // While this process may still hold an endpoint lease, it must look for deliveries that other processes write.
    const hasLeases = performance.now() - this.#takenAt < timing.leaseMs;
    const isIdle = after === '' && !hasPending && !hasLeases;
    return { hasMore: lastVisited !== null, nextRoundInMs: isIdle ? undefined : timing.sendIntervalMs };
  }

  /**
   * Call it when the database has failed: all endpoint leases may have ended meanwhile. For the duration of a lease,
   * this process leaves endpoints to their former owners, which first record the responses that they received
   * meanwhile.
   */
  waitForFormerOwners(): void {
    this.#waitsForOwnersUntil = performance.now() + this.#parts.timing.leaseMs;
  }

  /** Lets deliveries in flight finish for 20 s, then leaves the rest to other processes. */
  async stop(): Promise<void> {
    const ended = Promise.all([...this.#inFlight.values()].map((each) => each.ended));
    await Promise.race([ended, sleep(drainTimeoutMs, undefined, { ref: false })]);
    this.#aborting.abort();
    await releaseEndpointLeases(this.#parts.db, this.#owner).catch(() => undefined);
  }

  /** Takes the due deliveries of the endpoints after this one; undefined while deliveries are held. */
  async #take(after: string) {
    const { db, timing, hold } = this.#parts;
    return onConnection(db, async (connection) => {
      if (!(await hold.isReleased(connection))) return undefined;
      return takeDeliveries(connection, {
        owner: this.#owner,
        leaseMs: timing.leaseMs,
        waitsForFormerOwners: performance.now() < this.#waitsForOwnersUntil,
        inFlight: this.#inFlight,
        after,
      });
    });
  }

  async #renewLeases(): Promise<void> {
    const { db, timing } = this.#parts;
    const isDue = performance.now() - this.#renewedAt >= timing.leaseMs * renewalIntervalPart;
    if (!isDue || this.#inFlight.size === 0) return;
    const webhookIds = [...new Set([...this.#inFlight.values()].map(({ webhookId }) => webhookId))];
    await renewEndpointLeases(db, { owner: this.#owner, webhookIds, leaseMs: timing.leaseMs });
    this.#renewedAt = performance.now();
  }

  #begin(delivery: DueDelivery): void {
    const { id, webhookId } = delivery;
    const inFlight = { webhookId, startedAt: Number.POSITIVE_INFINITY, ended: Promise.resolve() };
    this.#inFlight.set(id, inFlight);
    inFlight.ended = this.#deliver(delivery, inFlight);
  }

  async #deliver(delivery: DueDelivery, inFlight: DeliveryInFlight): Promise<void> {
    const { log, onEnd, signal } = this.#parts;
    try {
      if (delivery.isLarge) await this.#sendLarge(delivery.id, inFlight);
      else await this.#sendAndRecord({ delivery, body: Buffer.from(payloadOf(delivery)) }, inFlight);
    } catch (error) {
      // Pause, because the delivery is still due and would be taken again at once.
      log.warn({ err: error, delivery: delivery.id }, 'cannot read a delivery; retrying');
      await sleep(maxRetryDelayMs, undefined, { signal }).catch(() => undefined);
    }
    this.#inFlight.delete(delivery.id);
    onEnd();
  }

  async #sendLarge(id: string, inFlight: DeliveryInFlight): Promise<void> {
    const outgoing = await this.#bodies.build(async () => {
      const delivery = await readLargeDelivery(this.#parts.db, { id, owner: this.#owner });
      return delivery && { delivery, body: Buffer.from(payloadOf(delivery)) };
    });
    if (!outgoing) return;
    await this.#sendAndRecord(outgoing, inFlight).finally(() => this.#bodies.release(outgoing.body));
  }

  async #sendAndRecord(outgoing: Outgoing, inFlight: DeliveryInFlight): Promise<void> {
    inFlight.startedAt = performance.now();
    const sent = await sendDelivery(this.#parts, outgoing, this.#aborting.signal);
    // Record no aborted request: it says nothing about the receiver, and another process sends the delivery again.
    if (this.#aborting.signal.aborted) return;
    this.#parts.metrics?.observeDelivery(outcomeKind(sent.outcome), outgoing.delivery.lagSeconds);
    await this.#record(outgoing.delivery, sent);
  }

  /** Retries until the attempt is recorded: without a record the delivery would be sent again at once. */
  async #record(delivery: DueDelivery, sent: Sent): Promise<void> {
    const { db, timing, log } = this.#parts;
    const { signal } = this.#aborting;
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        if (isUnsubscribed(sent.outcome)) {
          const { webhookId, teamId, url } = delivery;
          await disableWebhook({ ctx: { db }, input: { webhookId, teamId, reason: 'gone', url } });
        }
        return await recordAttempt(db, timing, delivery, sent);
      } catch (error) {
        if (failures === 0) {
          log.warn({ err: error, delivery: delivery.id }, 'cannot record an attempt; retrying');
        }
        const delayMs = Math.min(minRetryDelayMs * 2 ** failures, maxRetryDelayMs);
        await sleep(delayMs, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}

/** Runs `run` on one connection of the pool. After an error the connection is not used again. */
async function onConnection<T>(
  { pool }: Database,
  run: (connection: PooledConnection) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  let failure: Error | undefined;
  try {
    return await run(connection);
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    connection.release(failure);
  }
}
