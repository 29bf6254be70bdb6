import { attentionReasons } from '@crewboard/contracts';
import { type LogEvent, maxAttempts } from '../history.ts';
import type { IndexedHistory } from '../operations.ts';

/** Each open task has one reason, which is true, at each moment at which the reasons were read. */
export function* reasonsAreTrue({ history }: IndexedHistory): Generator<string> {
  for (const { taskId, expected, served } of history.reasons)
    if (served !== expected) yield `task ${taskId} is ${served}, and should be ${expected}`;
}

const reasonsForPeople: readonly (string | null)[] = attentionReasons;

/** What waits for a person, and nothing else, is on the page of attention. */
export function* attentionIsComplete({ history }: IndexedHistory): Generator<string> {
  for (const { taskId, expected, listed } of history.reasons) {
    const wanted = reasonsForPeople.includes(expected) ? expected : null;
    if (listed !== wanted) yield `task ${taskId} is listed as ${listed}, and should be as ${wanted}`;
  }
}

const isFailure = ({ type }: LogEvent) => type === 'task.failed' || type === 'task.lease_expired';

/** A task needs attention exactly when as many attempts in a row have failed as its project allows. */
export function* failuresInRow(indexed: IndexedHistory): Generator<string> {
  const agents = new Set(indexed.history.events.map(({ snapshot }) => snapshot.assignedAgentId));
  const failures = new Map<string, number>();
  for (const { event, before } of indexed.changes()) {
    const { taskId, snapshot } = event;
    if (isFailure(event)) {
      const count = (failures.get(taskId) ?? 0) + 1;
      failures.set(taskId, count);
      const isExhausted = snapshot.needsAttention === 'attempts_exhausted';
      if (isExhausted !== count >= maxAttempts)
        yield `after ${count} failures in a row task ${taskId} ${isExhausted ? 'needs' : 'does not need'} attention`;
    } else if (before && resets(event, before, agents)) failures.set(taskId, 0);
  }
}

/**
 * Whether the event resets the failures in a row: a completion, and an end of the claim by a person, a key or the
 * service. The release of a claim whose response did not arrive (`undelivered`) leaves the count as it was.
 */
function resets({ type, actorId, changes }: LogEvent, before: LogEvent, agents: Set<string | null>): boolean {
  if (type === 'task.completed') return true;
  if (type === 'task.released') return changes?.reason?.after !== 'undelivered' && !agents.has(actorId ?? '');
  if (type === 'task.moved') return !agents.has(actorId ?? '');
  if (type !== 'task.updated' || changes?.assignedAgentId === undefined) return false;
  const wasHeld = before.snapshot.status === 'in_progress' && before.snapshot.assignedAgentId !== null;
  return wasHeld || (before.snapshot.needsAttention !== null && changes.assignedAgentId.after !== null);
}
