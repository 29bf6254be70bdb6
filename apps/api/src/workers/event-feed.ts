import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Event, LogPosition } from '@crewboard/contracts';
import type { ChangeNotifier, Database } from '@crewboard/db';
import { AppError } from '../errors.ts';
import { findLogEnd, type NextLogPage, readNextLogPage } from '../features/events/read-log.ts';
import { Subscription } from '../features/events/subscription.ts';
import { type RoundResult, runPollLoop, type WorkerLog } from './poll-loop.ts';
import { WakeUp } from './wake-up.ts';

const pageSize = 500;
const pollIntervalMs = 2_000;
/**
 * After events, later ones are collected, because every message has a fixed cost per stream: for twice as long as it
 * took to write the last ones, so that streams take about a third of this process, within these bounds. Not after a
 * full page: the feed is behind, and would fall further behind.
 */
const minDelayMs = 20;
const maxDelayMs = 250;
/** Streams end after this time without the database. */
const maxOutageMs = 2_000;

type Parts = { db: Database; changeNotifier: ChangeNotifier; log: WorkerLog };

/** Reads the event log once for all streams of this process, and only while there are streams. */
export class EventFeed {
  readonly #parts: Parts;
  readonly #subscriptions = new Set<Subscription>();
  #isClosed = false;
  /** How far the log has been read; known before the first subscriber reads the log. */
  #position: Promise<LogPosition> | undefined;
  #reading: Promise<NextLogPage> | undefined;
  /** Ends the loop that runs now. */
  #running: AbortController | undefined;
  /** The time since which all reads have failed; undefined after a success. */
  #failingSince: number | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The subscription receives all events that are committed after this returns; earlier ones are in the log. */
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
    if (this.#isClosed) throw stopping();
    this.#running ??= this.#start();
    // Wait for a read in progress: it began without this team, and may end after the current end of the log.
    await this.#reading?.catch(() => undefined);
    return subscription;
  }

  /** Ends all streams, so that their clients reconnect to another process. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#failAll(stopping());
    this.#stop();
    await this.#reading?.catch(() => undefined);
  }

  #start(): AbortController {
    const { changeNotifier, log } = this.#parts;
    const running = new AbortController();
    this.#failingSince = undefined;
    void runPollLoop({
      task: 'read the log for streams',
      run: () => this.#run(),
      wakeUp: new WakeUp(changeNotifier),
      pollIntervalMs,
      signal: running.signal,
      log,
      onError: () => {
        this.#failingSince ??= performance.now();
        if (performance.now() - this.#failingSince > maxOutageMs) this.#failAll(unavailable());
      },
    });
    return running;
  }

  #stop(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#position = undefined;
  }

  async #run(): Promise<RoundResult> {
    if (this.#subscriptions.size === 0) {
      this.#stop();
      return {};
    }
    this.#reading = this.#read();
    const { events, isFull, hasOpenWriters } = await this.#reading;
    this.#failingSince = undefined;
    if (events.length === 0) return { hasOpenWriters };
    const startedAt = performance.now();
    // The streams have written when the next turn of the event loop begins.
    await nextTurn();
    const delayMs = Math.max(minDelayMs, 2 * (performance.now() - startedAt));
    return { hasMore: isFull, minDelayMs: Math.min(delayMs, maxDelayMs), hasOpenWriters };
  }

  async #read(): Promise<NextLogPage> {
    const teamIds = [...new Set([...this.#subscriptions].map(({ teamId }) => teamId))];
    const after = await this.#position;
    if (!after) throw new Error('The feed reads from a position.');
    const page = await readNextLogPage(this.#parts.db.pool, { teamIds, after, limit: pageSize });
    if (this.#position) this.#position = Promise.resolve(page.end);
    const eventsByTeam = Map.groupBy(page.events, (event: Event) => event.teamId);
    for (const subscription of this.#subscriptions) {
      const events = eventsByTeam.get(subscription.teamId);
      if (events) subscription.push(events);
    }
    return page;
  }

  #failAll(error: AppError): void {
    for (const subscription of this.#subscriptions) subscription.fail(error);
  }
}

const stopping = () => new AppError('UNAVAILABLE', 'This process is stopping: connect again.');
const unavailable = () => new AppError('UNAVAILABLE', 'The database is not available right now.');
