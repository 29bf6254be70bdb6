import type { BoardTask } from '@crewboard/contracts';
import { newerTask } from './board-cache.ts';

/** By task: the state after the last call of this page, while calls are pending. */
const lastCalls = new Map<string, Promise<BoardTask>>();

/**
 * Sends a change of a task after the earlier ones of this page: requests that are sent together may arrive in any
 * order. `send` receives the state that it changes: `shown`, or that of a later response. Rejects as `send` does.
 */
export function sendInOrder<T extends BoardTask>(
  shown: BoardTask,
  send: (before: BoardTask) => Promise<T>,
): Promise<T> {
  const { id } = shown;
  const last = lastCalls.get(id);
  const before = last ? last.then((task) => newerTask(task, shown)) : Promise.resolve(shown);
  const response = before.then(send);
  const after: Promise<BoardTask> = response.catch(() => before);
  lastCalls.set(id, after);
  void after.then(() => {
    if (lastCalls.get(id) === after) lastCalls.delete(id);
  });
  return response;
}
