import type { Snapshot } from '../history.ts';
import type { IndexedHistory } from '../operations.ts';

/** When leases end that heartbeats have extended, by task and attempt; NaN where a response is missing. */
export type LeaseEnds = Map<string, number>;

const nameOf = (taskId: string, attempt: number) => `${taskId} ${attempt}`;

/** Heartbeats have no event: their effect is only known from their responses. */
export function leaseEnds({ operations }: IndexedHistory): LeaseEnds {
  const ends: LeaseEnds = new Map();
  for (const { kind, taskId, attempt, success, isOpen } of operations.values()) {
    if (kind !== 'heartbeat' || !taskId || attempt === undefined) continue;
    const name = nameOf(taskId, attempt);
    const end = isOpen ? Number.NaN : success?.task?.leaseExpiresAt;
    if (typeof end === 'number') ends.set(name, Math.max(end, ends.get(name) ?? 0));
  }
  return ends;
}

/**
 * By how much a lease may end later than the client thinks. The trigger shortens what is left of the lease when the row
 * is written (`short-leases.ts`). The client subtracts as much as if that was the time of the decision. The difference
 * is at most the duration of the request.
 */
export function leaseSlackMs({ operations }: IndexedHistory, taskId: string, attempt: number): number {
  const durations = [...operations.values()]
    .filter((each) => each.kind === 'heartbeat' && each.taskId === taskId && each.attempt === attempt)
    .map(({ begin, success }) => (success ? success.end - begin : 0));
  return Math.max(0, ...durations);
}

/** When the lease of a held task ends, at the latest; undefined without a lease, or where nobody knows. */
export function leaseEndOf(
  ends: LeaseEnds,
  { id, attempt, leaseExpiresAt }: Pick<Snapshot, 'id' | 'attempt' | 'leaseExpiresAt'>,
): number | undefined {
  if (leaseExpiresAt === null) return undefined;
  const end = Math.max(Date.parse(leaseExpiresAt), ends.get(nameOf(id, attempt)) ?? 0);
  return Number.isNaN(end) ? undefined : end;
}

/** A lease expires once for each attempt, and not before its end, the one that a heartbeat has confirmed included. */
export function* oneExpiryPerAttempt(indexed: IndexedHistory): Generator<string> {
  const ends = leaseEnds(indexed);
  const expired = new Set<string>();
  for (const { event, before } of indexed.changes()) {
    if (event.type !== 'task.lease_expired' || !before) continue;
    const name = nameOf(event.taskId, before.snapshot.attempt);
    if (expired.has(name)) yield `the lease of ${name} expired twice`;
    expired.add(name);
    const end = leaseEndOf(ends, before.snapshot);
    if (before.snapshot.leaseExpiresAt === null) yield `${name} had no lease and expired`;
    else if (end !== undefined && event.at < end) yield `${name} expired ${end - event.at} ms too early`;
  }
}

/** A task whose leases have expired too often is handed out only after somebody released it. */
export function* noClaimWithoutAttention(indexed: IndexedHistory): Generator<string> {
  for (const { event, before } of indexed.changes()) {
    if (event.type === 'task.claimed' && before?.snapshot.needsAttention) {
      yield `task ${event.taskId} needed attention and went to ${event.actorId}`;
    }
  }
}
