import { type ListTasks, maxPlannedTasks } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, raw, sql } from '@crewboard/db';
import type { z } from 'zod';
import { assertFound } from '../lists/list-by-ids.ts';
import { hasProject } from '../lists/walk-tasks.ts';
import { isStuckOnPerson } from '../next/person-conditions.ts';

/**
 * How many tasks one look reads at most: those with the ids, and then what they wait for, nearest first. Twice the largest plan,
 * so that a look takes a few milliseconds with any dependencies. A person's turn farther up goes unnoticed: then the request
 * waits to the end of its time.
 */
export const maxTasks = 2 * maxPlannedTasks;

/** What is held goes on, although a task that it waits for may be open again. */
const isWaiting = raw(`tasks.status = 'todo' and tasks.archived_at is null and tasks.open_blockers > 0`);

/** `blockedBy`: empty unless the task waits for one of these. */
type Looked = {
  id: string;
  agentId: string | null;
  hasEnded: boolean;
  isStuck: boolean;
  blockedBy: string[];
};

/**
 * `limit 1` makes each a lookup, and `above` is read only as far as the limit: it needs no index of the dependencies, as each
 * row has the ids of what it waits for.
 */
export const waitStateStatement = defineStatement<
  { teamId: string; ids: readonly string[]; limit: number },
  Looked
>(
  ({ teamId, ids, limit }) => sql`
  with recursive above as (
    select id from unnest(${ids}::text[]) as id
    union
    select unnest(blocked_by) from above cross join lateral (
      select blocked_by from tasks where tasks.id = above.id and team_id = ${teamId} and ${isWaiting} limit 1) as task
  )
  select tasks.id, assigned_agent_id as "agentId",
    status in ('done', 'cancelled') or archived_at is not null as "hasEnded", ${isStuckOnPerson} as "isStuck",
    case when ${isWaiting} then blocked_by else '{}' end as "blockedBy"
  from (select id from above limit ${limit}::int) as first cross join lateral (
    select * from tasks where tasks.id = first.id and team_id = ${teamId} and ${hasProject} limit 1) as tasks`,
);

export type Wanted = { teamId: string; ids: readonly string[] } & Pick<z.output<typeof ListTasks>, 'waitFor'>;

/** Whether the wait is over, and otherwise the ids of the tasks and agents whose events may change that. */
export type Look = { isOver: boolean; watched: ReadonlySet<string> };

/**
 * Whether all, or any, of the tasks have ended: each is closed or archived, or it is a person's turn (`isStuckOnPerson`). For all,
 * it has also ended while it is a person's turn on one of the open tasks that it waits for, directly or over others, since it
 * cannot go on before. Throws VALIDATION_ERROR for ids that the team does not have.
 */
export async function readWaitState(db: Queryable, { teamId, ids, waitFor }: Wanted): Promise<Look> {
  // For any only its own end counts, so nothing above is read.
  const limit = waitFor === 'any' ? ids.length : maxTasks;
  const tasks = await queryMany(db, waitStateStatement, { teamId, ids, limit });
  assertFound(ids, tasks);
  const over = stuckOf(tasks);
  for (const { id, hasEnded } of tasks) if (hasEnded) over.add(id);
  const isOver = (id: string) => over.has(id);
  return {
    isOver: waitFor === 'any' ? ids.some(isOver) : ids.every(isOver),
    // A blocker that is done may be opened again, and a cancelled one changes the row of what waits for it without an event.
    watched: new Set(tasks.flatMap(({ id, agentId, blockedBy }) => [id, ...blockedBy, agentId ?? id])),
  };
}

/** Those on which it is a person's turn, and those that wait for them. */
function stuckOf(tasks: readonly Looked[]): Set<string> {
  const dependencies = tasks.flatMap(({ id, blockedBy }) =>
    blockedBy.map((blockerId) => ({ id, blockerId })),
  );
  const byBlocker = Map.groupBy(dependencies, ({ blockerId }) => blockerId);
  const stuck = new Set(tasks.filter(({ isStuck }) => isStuck).map(({ id }) => id));
  // The loop also gets the ids that it adds.
  for (const blockerId of stuck) for (const { id } of byBlocker.get(blockerId) ?? []) stuck.add(id);
  return stuck;
}
