import { taskPriorities } from '@crewboard/contracts';
import type { SeenPause } from '../change/pauses.ts';
import type { SeenTask } from '../change/read-task.ts';

// Chooses the task for each call among those that a batch has found in the queue (`find-in-queue`).

/** Priorities in the order in which tasks are handed out. */
export const byUrgency = taskPriorities.toReversed();

/** How many tasks that were released by others are read for each agent. Calls of several agents share these tasks. */
export const maxReleased = 8;

/**
 * Where a row comes from: tasks assigned to nobody, to the agent, or released by others. `forOthers` has no task: the agent
 * itself has released some.
 */
type Kind = 'ofNobody' | 'own' | 'released' | 'forOthers';

/**
 * `places`: the calls of the batch that may get this task, or that these pauses stop. `nth` and the task are null if nothing
 * was found.
 */
export type Row = { places: number[]; kind: Kind; nth: string | null } & SeenTask;

/** The tasks of one kind that the same calls may get. */
type Pool = { places: number[]; kind: Kind; tasks: SeenTask[]; pauses: SeenPause[] | null };

export function toPools(rows: Row[]): Pool[] {
  const pools = new Map<string, Pool>();
  for (const { places, kind, nth, ...task } of rows) {
    const key = `${kind} ${places}`;
    const pool = pools.get(key) ?? { places, kind, tasks: [], pauses: task.pauses ?? null };
    if (nth !== null) pool.tasks.push(task);
    pools.set(key, pool);
  }
  return [...pools.values()];
}

/** The first task of the highest priority. Within a priority, a task that is assigned to the agent comes first. */
export function choose(pools: Pool[], used: Set<string>): SeenTask | 'again' | 'forOthers' | null {
  const firsts = pools.flatMap(({ tasks, kind }) => {
    const task = tasks.find(({ id }) => !used.has(id));
    return task ? [{ task, order: byUrgency.indexOf(task.priority) * 2 - Number(kind === 'own') }] : [];
  });
  const [best] = firsts.sort((a, b) => a.order - b.order || (a.task.rank < b.task.rank ? -1 : 1));
  if (best) return best.task;
  // If a pool was read up to its limit, the queue may have more tasks.
  const isFull = ({ tasks, places, kind }: Pool) =>
    tasks.length >= (kind === 'released' ? maxReleased : places.length);
  if (pools.some(isFull)) return 'again';
  return pools.some(({ kind }) => kind === 'forOthers') ? 'forOthers' : null;
}
