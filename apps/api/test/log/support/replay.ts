import { isDeepStrictEqual } from 'node:util';
import type { Event, Task } from '@crewboard/contracts';

export type Replayed = {
  /** The number of replayed events. */
  events: number;
  /** A message for each event that contradicts the one before. */
  errors: string[];
};

/** Heartbeats move it without an event. */
const leaseOf = ({ leaseExpiresAt }: Record<string, unknown>) => ({ leaseExpiresAt });

/** Who holds a task in this state. */
const holderOf = ({ status, assignedAgentId }: Record<string, unknown>) =>
  status === 'in_progress' ? (assignedAgentId ?? undefined) : undefined;

/** The attempt after a change: one more when another agent became the holder, or one completed what it did not hold. */
function attemptAfter(state: Record<string, unknown>, { type, snapshot }: Event): number {
  const holder = holderOf(snapshot);
  const isNew =
    type === 'task.completed'
      ? holderOf(state) === undefined
      : holder !== undefined && holder !== holderOf(state);
  return Number(state.attempt) + (isNew ? 1 : 0);
}

/**
 * Replays the events of one task in the order of the log: each must begin where the one before it ended, its version
 * must be the next one (a comment changes nothing), its attempt must follow the holder, and the last one must be the
 * task as it is, but for its lease.
 */
export function replay(events: Event[], task: Task): Replayed {
  const errors: string[] = [];
  let state: Record<string, unknown> | undefined;
  for (const event of events) {
    const { id, type, snapshot, changes } = event;
    const wrong = (what: string) => errors.push(`${task.id} ${id} ${type}: ${what}`);
    const isChange = type !== 'task.commented';
    const version = Number(state?.version ?? 0) + (isChange ? 1 : 0);
    if (snapshot.version !== version) wrong(`version ${snapshot.version}, expected ${version}`);
    if (state && isChange) {
      const expected: Record<string, unknown> = { ...state };
      for (const [field, { before, after }] of Object.entries(changes ?? {})) {
        // Why a task was released is no field of it.
        if (field === 'reason') continue;
        if (!isDeepStrictEqual(before, state[field])) wrong(`${field} was not ${JSON.stringify(before)}`);
        expected[field] = after;
      }
      const { updatedAt, version, statusChangedAt, leaseExpiresAt } = snapshot;
      const attempt = attemptAfter(state, event);
      if (snapshot.attempt !== attempt) wrong(`attempt ${snapshot.attempt}, expected ${attempt}`);
      if (leaseExpiresAt && !holderOf(snapshot)) wrong('a lease without a holder');
      if (
        !isDeepStrictEqual(snapshot, {
          ...expected,
          updatedAt,
          version,
          statusChangedAt,
          leaseExpiresAt,
          attempt,
        })
      )
        wrong('the state does not follow');
      if (
        changes?.status
          ? statusChangedAt !== updatedAt
          : !changes?.assignedAgentId && statusChangedAt !== state.statusChangedAt
      )
        wrong('statusChangedAt does not follow the status');
      if (String(updatedAt) <= String(state.updatedAt)) wrong('updatedAt does not rise');
    }
    if (state && !isChange && !isDeepStrictEqual({ ...snapshot, ...leaseOf(state) }, state))
      wrong('a comment tells another state');
    state = snapshot;
  }
  if (!isDeepStrictEqual({ ...state, ...leaseOf(task) }, task))
    errors.push(`${task.id}: the last event is not the task as it is`);
  return { events: events.length, errors };
}
