import { taskPriorities } from '@crewboard/contracts';
import type { SeenPause } from '../change/pauses.ts';
import type { SeenTask } from '../change/read-task.ts';

// Which of the tasks that a walk of the queue has found a call gets.

/** In this order: a task of a lower priority is taken when there is none of a higher one. */
export const byUrgency = taskPriorities.toReversed();

/** Of what agents have released, so many are read for each agent: calls of several share them. */
export const maxReleased = 8;

/** Which tasks a row is of: of nobody, assigned to the agent, released by others; or by the agent, without a task. */
type Kind = 'ofNobody' | 'own' | 'released' | 'forOthers';

/**
 * `places`: the calls that may get one of these tasks, or that run into these pauses. `nth` and the task are null where
 * there is none.
 */
export type Row = { places: number[]; kind: Kind; nth: string | null } & SeenTask;

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

/** The first task of the highest priority; of one priority, what is assigned to the agent comes before. */
export function choose(pools: Pool[], used: Set<string>): SeenTask | 'again' | 'forOthers' | null {
  const firsts = pools.flatMap(({ tasks, kind }) => {
    const task = tasks.find(({ id }) => !used.has(id));
    return task ? [{ task, order: byUrgency.indexOf(task.priority) * 2 - Number(kind === 'own') }] : [];
  });
  const [best] = firsts.sort((a, b) => a.order - b.order || (a.task.rank < b.task.rank ? -1 : 1));
  if (best) return best.task;
  // A full pool may have more behind it.
  const isFull = ({ tasks, places, kind }: Pool) =>
    tasks.length >= (kind === 'released' ? maxReleased : places.length);
  if (pools.some(isFull)) return 'again';
  return pools.some(({ kind }) => kind === 'forOthers') ? 'forOthers' : null;
}
