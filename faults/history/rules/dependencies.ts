import type { LogEvent, Snapshot } from '../history.ts';
import type { IndexedHistory } from '../operations.ts';

/** In the order of the log, no attempt starts while a task that it waits for is not done. */
export function* noStartWhileBlocked({ history }: IndexedHistory): Generator<string> {
  const taskById = new Map<string, Snapshot>();
  const openOf = ({ snapshot }: LogEvent) =>
    snapshot.blockedBy.filter((id) => taskById.get(id)?.status !== 'done');
  for (const event of history.events) {
    const { type, taskId, snapshot } = event;
    const before = taskById.get(taskId);
    taskById.set(taskId, snapshot);
    if (snapshot.attempt === (before?.attempt ?? 0)) continue;
    const open = openOf(event);
    if (open.length > 0)
      yield `${type} of ${taskId} started attempt ${snapshot.attempt}, before ${open.join(', ')}`;
  }
}

/** A task is blocked exactly while one that it waits for is not done, and the log says so when all has come to rest. */
export function* blockedIsTrue({ history }: IndexedHistory): Generator<string> {
  const statusById = new Map(history.tasks.map(({ id, status }) => [id, status]));
  for (const { id, blockedBy, isBlocked } of history.tasks) {
    const open = blockedBy.filter((blockerId) => statusById.get(blockerId) !== 'done');
    if (isBlocked !== open.length > 0)
      yield `task ${id} is ${isBlocked ? '' : 'not '}blocked; ${open.length} of ${blockedBy.length} are open`;
  }
}
