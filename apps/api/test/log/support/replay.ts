import { isDeepStrictEqual } from 'node:util';
import type { Event, Task } from '@crewboard/contracts';

export type Replayed = {
  /** How many events there were. */
  events: number;
  /** What does not follow from the event before, in words. */
  errors: string[];
};

/**
 * Replays the events of one task in the order of the log: each must begin where the one before it ended, its version
 * must be the next one (a comment changes nothing), and the last one must be the task as it is.
 */
export function replay(events: Event[], task: Task): Replayed {
  const errors: string[] = [];
  let state: Record<string, unknown> | undefined;
  for (const { id, type, snapshot, changes } of events) {
    const wrong = (what: string) => errors.push(`${task.id} ${id} ${type}: ${what}`);
    const isChange = type !== 'task.commented';
    const version = Number(state?.version ?? 0) + (isChange ? 1 : 0);
    if (snapshot.version !== version) wrong(`version ${snapshot.version}, expected ${version}`);
    if (state && isChange) {
      const expected: Record<string, unknown> = { ...state };
      for (const [field, { before, after }] of Object.entries(changes ?? {})) {
        if (!isDeepStrictEqual(before, state[field])) wrong(`${field} was not ${JSON.stringify(before)}`);
        expected[field] = after;
      }
      // Left out of the changes: the times and counters of every change, and the lease.
      const { updatedAt, version, statusChangedAt, attempt, leaseExpiresAt } = snapshot;
      const follows = { ...expected, updatedAt, version, statusChangedAt, attempt, leaseExpiresAt };
      if (!isDeepStrictEqual(snapshot, follows)) wrong('the state does not follow');
      if (
        changes?.status
          ? statusChangedAt !== updatedAt
          : !changes?.assignedAgentId && statusChangedAt !== state.statusChangedAt
      )
        wrong('statusChangedAt does not follow the status');
      if (String(updatedAt) <= String(state.updatedAt)) wrong('updatedAt does not rise');
    }
    if (state && !isChange && !isDeepStrictEqual(snapshot, state)) wrong('a comment tells another state');
    state = snapshot;
  }
  if (!isDeepStrictEqual(state, task)) errors.push(`${task.id}: the last event is not the task as it is`);
  return { events: events.length, errors };
}
