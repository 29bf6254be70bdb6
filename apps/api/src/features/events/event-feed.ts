import { setTimeout as sleep } from 'node:timers/promises';
import type { Event, LogPosition } from '@crewboard/contracts';
import type { Database, Signal } from '@crewboard/db';
import { AppError } from '../../errors.ts';
import { Hints } from './hints.ts';
import { findLogEnd, type LogBatch, readLogBatch } from './read-log.ts';
import { Subscription } from './subscription.ts';

const batchSize = 500;
/** How often to look without a hint, and how soon while a transaction is open that may have written. */
const lookEvery = 500;
const lookAgainAfter = 10;
/** A change is told at once; of many, those of a moment together: each message costs every stream the same. */
const restFor = 40;
/** After this long without the database, whoever listens is told. */
const patience = 2_000;

type Log = { warn(details: object, message: string): void };
type Parts = { db: Database; signal: Signal; log: Log };

/**
 * Reads the log on behalf of everyone who follows it in this process: one reader, however many streams there are, and
 * none while there is none.
 */
export class EventFeed {
  readonly #parts: Parts;
  readonly #subscriptions = new Set<Subscription>();
  #isClosed = false;
  /** How far the log has been read; known before the first subscriber looks into the log. */
  #position: Promise<LogPosition> | undefined;
  #running: Promise<void> | undefined;
  #reading: Promise<LogBatch> | undefined;
  #hints: Hints | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** All that is committed after this answer comes to the subscription; what was before is in the log. */
  async subscribe(teamId: string): Promise<Subscription> {
    if (this.#isClosed) throw stopping();
    const subscription = new Subscription(teamId, () => this.#subscriptions.delete(subscription));
    this.#subscriptions.add(subscription);
    this.#position ??= findLogEnd(this.#parts.db.pool);
    const start = this.#position;
    try {
      await start;
    } catch (error) {
      subscription.close();
      if (this.#position === start) this.#position = undefined;
      throw error;
    }
    this.#running ??= this.#run();
    // A read under way was asked without this team, and may end beyond what the log shows by now.
    await this.#reading?.catch(() => undefined);
    return subscription;
  }

  /** Ends all streams, so that their clients go on with another process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#failAll(stopping());
    this.#hints?.give();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal, log } = this.#parts;
    const hints = new Hints(signal);
    this.#hints = hints;
    let lastRead = Date.now();
    let delay = 0;
    while (this.#subscriptions.size > 0) {
      try {
        this.#reading = this.#read();
        const { events, isFull, hasOpenWriters } = await this.#reading;
        lastRead = Date.now();
        if (isFull) continue;
        if (events.length > 0) await sleep(restFor);
        delay = hasOpenWriters ? Math.min(Math.max(2 * delay, lookAgainAfter), lookEvery) : lookEvery;
      } catch (error) {
        log.warn({ err: error }, 'could not read the log; trying again');
        if (Date.now() - lastRead > patience) this.#failAll(away());
        delay = lookEvery;
      }
      if (await hints.wait(delay)) delay = 0;
    }
    hints.close();
    this.#position = undefined;
    this.#running = undefined;
  }

  async #read(): Promise<LogBatch> {
    const teamIds = [...new Set([...this.#subscriptions].map(({ teamId }) => teamId))];
    const after = await this.#position;
    if (!after) throw new Error('the reading begins at a place');
    const batch = await readLogBatch(this.#parts.db.pool, { teamIds, after, limit: batchSize });
    this.#position = Promise.resolve(batch.end);
    const byTeam = Map.groupBy(batch.events, (event: Event) => event.teamId);
    for (const subscription of this.#subscriptions) {
      const events = byTeam.get(subscription.teamId);
      if (events) subscription.push(events);
    }
    return batch;
  }

  #failAll(error: AppError): void {
    for (const subscription of this.#subscriptions) subscription.fail(error);
  }
}

const stopping = () => new AppError('UNAVAILABLE', 'This process is stopping: connect again.');
const away = () => new AppError('UNAVAILABLE', 'The database is not available right now.');
