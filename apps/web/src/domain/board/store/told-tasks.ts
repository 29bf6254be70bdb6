import type { Attention, BoardTask, LeaseExtension, TaskNext } from '@crewboard/contracts';
import { isPartlyListed, isSameWait } from '../next-actor.ts';
import { cardOf, type Told, withLease } from './known-task.ts';

/**
 * How many tasks, leases and ids of deleted tasks are kept: more than change during a request, whose late response
 * must not bring back an older state of a task.
 */
const keptCount = 1_000;

/** Facts that the service told together with a task. */
interface ToldWithTask {
  teamId?: string | undefined;
  commentCount?: number | undefined;
  next?: TaskNext | null | undefined;
}

interface AttentionRead {
  teamId: string;
  groups: Attention['tasks'];
  /** When the response arrived, in the time of the store. */
  at: number;
  /** When the request began, in the time of the store. */
  begunAt: number;
}

/** Each task as the service told it last, by a read, a response, an event or a lease. */
export class ToldTasks {
  #told = new Map<string, Told>();
  /** Extended leases, also of attempts that are not told yet. */
  #leases = new Map<string, LeaseExtension>();
  /** Deleted tasks: a read that began before the deletion must not bring them back. */
  #deleted = new Set<string>();
  #evictAbove = 2 * keptCount;

  get(id: string): Told | undefined {
    return this.#told.get(id);
  }

  all(): IterableIterator<Told> {
    return this.#told.values();
  }

  /** Forgets an outdated state. Unlike after `markDeleted`, a later read brings the task back. */
  delete(id: string): void {
    this.#told.delete(id);
  }

  isDeleted(id: string): boolean {
    return this.#deleted.has(id);
  }

  /** The task was deleted for good. */
  markDeleted(id: string): void {
    this.#told.delete(id);
    this.#deleted.add(id);
    for (const first of this.#deleted) if (this.#deleted.size > keptCount) this.#deleted.delete(first);
  }

  /** The service told a task. The newest version wins, and the later lease of the same attempt. */
  tell(task: BoardTask, at: number, { teamId, commentCount = 0, next }: ToldWithTask = {}): void {
    const { id } = task;
    if (this.#deleted.has(id)) return;
    const known = this.#told.get(id);
    const [newest, other] =
      known && known.task.version >= task.version ? [known.task, task] : [cardOf(task), known?.task];
    const isNextOfNewest = next !== undefined && newest.version === task.version;
    const isKnownNextValid = known !== undefined && isSameWait(known.task, newest);
    // Insert it anew, so that the tasks told last are the last ones of the map: `evict` keeps those.
    this.#told.delete(id);
    this.#told.set(id, {
      teamId: teamId ?? known?.teamId,
      task: withLease(withLease(newest, other), this.#leases.get(id)),
      // Comments are never removed, so the higher count is the newer one.
      commentCount: Math.max(commentCount, known?.commentCount ?? 0),
      next: isNextOfNewest ? next : isKnownNextValid ? known.next : undefined,
      nextAt: isNextOfNewest ? at : (known?.nextAt ?? at),
      at,
    });
  }

  /**
   * Notes which tasks wait for a person. A task that was marked before the request and is missing from the complete
   * list of its reason waits no longer.
   */
  receiveAttention({ teamId, groups, at, begunAt }: AttentionRead): void {
    const partial = groups.filter(isPartlyListed).map(({ reason }): string => reason);
    for (const known of this.#told.values()) {
      const isOlder = known.nextAt < begunAt && known.teamId === teamId;
      if (isOlder && known.next?.actor === 'person' && !partial.includes(known.next.reason))
        known.next = undefined;
    }
    for (const { tasks } of groups)
      for (const { next, ...task } of tasks) this.tell(task, at, { teamId, next });
  }

  extendLease(lease: LeaseExtension): void {
    this.#leases.delete(lease.taskId);
    this.#leases.set(lease.taskId, lease);
    const known = this.#told.get(lease.taskId);
    if (known) known.task = withLease(known.task, lease);
    for (const id of this.#leases.keys()) if (this.#leases.size > keptCount) this.#leases.delete(id);
  }

  isEvictionDue(): boolean {
    return this.#told.size >= this.#evictAbove;
  }

  /** Forgets the tasks that are not needed, except the 1,000 told last. */
  evict(isNeeded: (known: Told) => boolean): void {
    let surplus = this.#told.size - keptCount;
    for (const [id, known] of this.#told) {
      surplus -= 1;
      if (surplus < 0) break;
      if (!isNeeded(known)) this.#told.delete(id);
    }
    this.#evictAbove = this.#told.size + keptCount;
  }
}
