import { isDeepStrictEqual } from 'node:util';
import { follows, isNextVersion } from '../../abuse/support/replay-task.ts';
import type { Snapshot } from '../history.ts';
import type { IndexedHistory } from '../operations.ts';

/** Each event begins where the one before ended, and the last snapshot of each task is its row, in all fields. */
export function* logLeadsToRows(indexed: IndexedHistory): Generator<string> {
  for (const { event, before } of indexed.changes()) {
    const { type, taskId, snapshot, changes } = event;
    const name = `${type} of ${taskId}, version ${snapshot.version}`;
    if (!before) {
      if (type !== 'task.created') yield `${name} is the first event`;
      continue;
    }
    if (!follows({ snapshot, changes }, before.snapshot))
      yield `${name} does not begin where ${before.type} ended`;
    // Comments keep the version, but the clients write none.
    if (!isNextVersion({ type: 'task.updated', snapshot }, before.snapshot.version)) {
      yield `${name} comes after version ${before.snapshot.version}`;
    }
  }
  const rows = new Map(indexed.history.tasks.map((task) => [task.id, task]));
  for (const [taskId, events] of indexed.eventsByTask) {
    const last = events.at(-1)?.snapshot;
    const row = rows.get(taskId);
    rows.delete(taskId);
    const different = last && row ? differentFields(last, row) : ['the row'];
    if (different.length > 0) yield `the log of ${taskId} ends elsewhere: ${different.join(', ')}`;
  }
  for (const taskId of rows.keys()) yield `task ${taskId} is not in the log`;
}

function differentFields(last: Snapshot, row: Snapshot): string[] {
  return Object.keys({ ...last, ...row }).filter(
    (field) =>
      !isDeepStrictEqual(last[field], row[field]) &&
      // Heartbeats extend a lease without an event.
      !(
        field === 'leaseExpiresAt' &&
        last.leaseExpiresAt &&
        String(row.leaseExpiresAt) > last.leaseExpiresAt
      ),
  );
}
