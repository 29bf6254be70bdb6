import { taskPriorities } from '@crewboard/contracts';
import type { SeenPause } from '../change/pauses.ts';
import type { SeenTask } from '../change/read-task.ts';

// Chooses the task for each call among those that a batch has found in the queue (`find-in-queue`).

/** Priorities in the order in which tasks are handed out. */
export const byUrgency = taskPriorities.toReversed();

/**
 * The maximum of tasks released by others that are read for each agent. Calls of several agents share
 * these tasks, and get `retry` if they are more.
 */
export const maxReleased = 8;

/**
 * Where a row comes from: unassigned tasks, tasks of the agent itself, or tasks that others have released. A row
 * `releasedByCaller` has no task: it says that the agent itself has released some.
 */
type Kind = 'unassigned' | 'own' | 'released' | 'releasedByCaller';

/**
 * `places`: the calls of the batch, numbered from 1, that may get this task, or that these pauses stop. `nth`: the
 * number of the task among those that were found for the same calls. `nth` and the task are null if nothing was found.
 */
export type FoundRow = { places: number[]; kind: Kind; nth: string | null } & SeenTask;

/** The tasks of one kind that the same calls may get, in the order of the queue. */
type Pool = { places: number[]; kind: Kind; tasks: SeenTask[]; pauses: SeenPause[] | null };

export function toPools(rows: FoundRow[]): Pool[] {
  const pools = new Map<string, Pool>();
  for (const { places, kind, nth, ...task } of rows) {
    const key = `${kind} ${places}`;
    const pool = pools.get(key) ?? { places, kind, tasks: [], pauses: task.pauses ?? null };
    if (nth !== null) pool.tasks.push(task);
    pools.set(key, pool);
  }
  return [...pools.values()];
}

/**
 * The first unused task of the highest priority. Within a priority, a task that is assigned to the agent comes first.
 * `retry`: all were used, but the queue may have more. `releasedByCaller`: there are only tasks that the agent itself
 * has released lately.
 */
export function chooseTask(pools: Pool[], used: Set<string>): SeenTask | 'retry' | 'releasedByCaller' | null {
  const firsts = pools.flatMap(({ tasks, kind }) => {
    const task = tasks.find(({ id }) => !used.has(id));
    return task ? [{ task, order: byUrgency.indexOf(task.priority) * 2 - Number(kind === 'own') }] : [];
  });
  const [best] = firsts.sort((a, b) => a.order - b.order || (a.task.rank < b.task.rank ? -1 : 1));
  if (best) return best.task;
  // A pool that was read up to the limit of its query.
  const isFull = ({ tasks, places, kind }: Pool) =>
    tasks.length >= (kind === 'released' ? maxReleased : places.length);
  if (pools.some(isFull)) return 'retry';
  return pools.some(({ kind }) => kind === 'releasedByCaller') ? 'releasedByCaller' : null;
}
