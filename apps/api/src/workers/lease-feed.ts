import { LeaseExtension } from '@crewboard/contracts';
import type { ChangeNotifier } from '@crewboard/db';
import { z } from 'zod';
import { readPayload, toPayloads } from '../process-messages.ts';

/** The channels by which processes send extended leases to each other, and the teams whose leases they need. */
const extensionsChannel = 'crewboard_lease_extensions';
const followedChannel = 'crewboard_lease_followed';

/** The heartbeats of this time share a message. */
const sendIntervalMs = 200;
/** The maximum of leases that wait to be sent. Further ones are dropped: later heartbeats extend them again. */
const maxWaiting = 1_000;
/** How often a process repeats which teams it follows, and for how long others remember it. */
const announceIntervalMs = 15_000;
const followedForMs = 40_000;

const Extensions = z.array(z.tuple([z.string(), LeaseExtension]));
const TeamIds = z.array(z.string());

type OnExtensions = (extensions: LeaseExtension[]) => void;

/**
 * Tells open boards, in every process, which leases heartbeats have extended: a heartbeat writes no event. A team
 * without open boards costs nothing. Messages may be lost and are not repeated.
 */
export class LeaseFeed {
  readonly #notifier: ChangeNotifier;
  readonly #followersByTeamId = new Map<string, Set<OnExtensions>>();
  /** Teams that other processes follow: until when, by the monotonic clock in milliseconds. */
  readonly #followedElsewhereUntil = new Map<string, number>();
  readonly #announceTimer: NodeJS.Timeout;
  readonly #unsubscribe: (() => void)[];
  #waitingByTask = new Map<string, [teamId: string, LeaseExtension]>();
  /** The timer of the next message. Kept while a message is being sent. */
  #sendTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(notifier: ChangeNotifier) {
    this.#notifier = notifier;
    this.#unsubscribe = [
      notifier.subscribe(extensionsChannel, (payload) =>
        this.#deliver(readPayload(Extensions, payload) ?? []),
      ),
      notifier.subscribe(followedChannel, (payload) => {
        const until = performance.now() + followedForMs;
        for (const teamId of readPayload(TeamIds, payload) ?? [])
          this.#followedElsewhereUntil.set(teamId, until);
      }),
    ];
    this.#announceTimer = setInterval(() => {
      for (const [teamId, until] of this.#followedElsewhereUntil) {
        if (until < performance.now()) this.#followedElsewhereUntil.delete(teamId);
      }
      void this.#publish(followedChannel, [...this.#followersByTeamId.keys()]);
    }, announceIntervalMs).unref();
  }

  /** Calls back with extended leases of a team, at most once in 200 ms. Returns the function that ends this. */
  follow(teamId: string, onExtensions: OnExtensions): () => void {
    const followers = this.#followersByTeamId.get(teamId) ?? new Set();
    if (followers.size === 0) void this.#publish(followedChannel, [teamId]);
    this.#followersByTeamId.set(teamId, followers.add(onExtensions));
    return () => {
      followers.delete(onExtensions);
      if (followers.size === 0 && this.#followersByTeamId.get(teamId) === followers) {
        this.#followersByTeamId.delete(teamId);
      }
    };
  }

  /** Reports that a heartbeat has extended a lease. */
  report(teamId: string, extension: LeaseExtension): void {
    if (!this.#followersByTeamId.has(teamId) && !this.#followedElsewhereUntil.has(teamId)) return;
    const { taskId } = extension;
    if (this.#waitingByTask.size >= maxWaiting && !this.#waitingByTask.has(taskId)) return;
    this.#waitingByTask.set(taskId, [teamId, extension]);
    this.#sendTimer ??= setTimeout(() => void this.#send(), sendIntervalMs).unref();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#announceTimer);
    clearTimeout(this.#sendTimer);
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  /** Sends the waiting extensions. While the connection is slow, only the newest extension of each task is kept. */
  async #send(): Promise<void> {
    const waiting = [...this.#waitingByTask.values()];
    this.#waitingByTask = new Map();
    this.#deliver(waiting);
    await this.#publish(
      extensionsChannel,
      waiting.filter(([teamId]) => this.#followedElsewhereUntil.has(teamId)),
    );
    const hasMore = this.#waitingByTask.size > 0 && !this.#isClosed;
    this.#sendTimer = hasMore ? setTimeout(() => void this.#send(), sendIntervalMs).unref() : undefined;
  }

  #deliver(extensions: [teamId: string, LeaseExtension][]): void {
    for (const [teamId, ofTeam] of Map.groupBy(extensions, ([id]) => id)) {
      for (const onExtensions of this.#followersByTeamId.get(teamId) ?? []) {
        onExtensions(ofTeam.map(([, extension]) => extension));
      }
    }
  }

  /** Never rejects. */
  async #publish(channel: string, entries: unknown[]): Promise<void> {
    for (const payload of toPayloads(entries)) await this.#notifier.publish(channel, payload);
  }
}
