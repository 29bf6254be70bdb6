import { setImmediate as nextLoopRound } from 'node:timers/promises';
import { type EventPosition, isAfter, type LoggedEvent, logBeginning } from '@crewboard/contracts';
import type { ChangeNotifier, Database } from '@crewboard/db';
import { AppError } from '../errors.ts';
import { findLogEnd } from '../features/events/log/log-end.ts';
import { type NextLogPage, readNextLogPage } from '../features/events/log/read-next-page.ts';
import { Subscription } from '../features/events/subscription.ts';
import { type RoundResult, runPollLoop, type WorkerLog } from './poll-loop.ts';
import { WakeUp } from './wake-up.ts';

const pageSize = 500;
const pollIntervalMs = 2_000;
/**
 * The bounds of the delay after events, in which later events are collected: every message has a fixed cost per stream.
 * The delay is twice the time that the last write took, so that streams take about a third of this process. After a
 * full page there is no delay, because the feed would fall further behind.
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
  /** Resolves when the feed has found the end of the log, from which it reads; undefined while it does not run. */
  #started: Promise<void> | undefined;
  /** The event up to which the log has been read. */
  #position = logBeginning;
  /**
   * The latest event after which this feed or one of its streams continues. While the database still has it, the
   * database has lost no event that a stream has sent, and no other event has taken its position.
   */
  #known = logBeginning;
  #reading: Promise<NextLogPage> | undefined;
  /** Ends the loop that runs now. */
  #running: AbortController | undefined;
  /** The start of the current outage, by the monotonic clock; undefined after a successful read. */
  #failingSince: number | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Subscribes a stream to the events of a team. The subscription receives all events after its `start`; a stream that
   * continues `after` an earlier event reads the log up to there itself.
   */
  async subscribe(teamId: string, after: EventPosition): Promise<Subscription> {
    if (this.#isClosed) throw stopping();
    const subscription = new Subscription(teamId, {
      position: () => this.#position,
      remove: (closed) => this.#subscriptions.delete(closed),
    });
    this.#subscriptions.add(subscription);
    this.#started ??= this.#findStart();
    const started = this.#started;
    try {
      await started;
    } catch (error) {
      subscription.close();
      if (this.#started === started) this.#started = undefined;
      throw error;
    }
    if (isAfter(after, this.#known)) this.#known = after;
    if (this.#isClosed) throw stopping();
    this.#running ??= this.#start();
    // Wait for a read in progress: it leaves out this team, and may end after the current end of the log.
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

  async #findStart(): Promise<void> {
    this.#position = await findLogEnd(this.#parts.db.pool);
    this.#known = this.#position;
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
    this.#started = undefined;
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
    // Measure until the next round of the event loop: by then the streams have written.
    await nextLoopRound();
    const delayMs = Math.max(minDelayMs, 2 * (performance.now() - startedAt));
    return { hasMore: isFull, minDelayMs: Math.min(delayMs, maxDelayMs), hasOpenWriters };
  }

  async #read(): Promise<NextLogPage> {
    const teamIds = [...new Set([...this.#subscriptions].map(({ teamId }) => teamId))];
    const read = { teamIds, after: this.#position, known: this.#known, limit: pageSize };
    const page = await readNextLogPage(this.#parts.db.pool, read);
    this.#position = page.end;
    if (page.isLost || isAfter(page.end, this.#known)) this.#known = page.end;
    if (page.isLost) this.#sendToLog();
    const eventsByTeam = Map.groupBy(page.events, (event: LoggedEvent) => event.teamId);
    for (const subscription of this.#subscriptions) {
      const events = eventsByTeam.get(subscription.teamId);
      if (events) subscription.push(events);
    }
    return page;
  }

  /**
   * After the database lost events, lets each stream continue from the log if that still has the event it sent last.
   */
  #sendToLog(): void {
    this.#parts.log.warn({}, 'the database has lost events that streams have sent');
    for (const subscription of this.#subscriptions) subscription.overflow();
  }

  #failAll(error: AppError): void {
    for (const subscription of this.#subscriptions) subscription.fail(error);
  }
}

const stopping = () => new AppError('UNAVAILABLE', 'This process is stopping: connect again.');
const unavailable = () => new AppError('UNAVAILABLE', 'The database is not available right now.');
