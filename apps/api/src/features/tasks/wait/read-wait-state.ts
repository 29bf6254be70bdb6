import { type ListTasks, maxPlannedTasks } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, raw, sql } from '@crewboard/db';
import type { z } from 'zod';
import { assertFound } from '../lists/list-by-ids.ts';
import { hasProject } from '../lists/walk-tasks.ts';
import { isStuckOnPerson } from '../next/person-conditions.ts';

/**
 * The maximum of tasks that one look reads: those with the ids, and then their blockers, the nearest first. It is twice
 * the largest plan, so that a look takes a few milliseconds. A stuck task farther up goes unnoticed, and the request
 * waits to its end.
 */
export const maxTasks = 2 * maxPlannedTasks;

/** A held task does not wait, although one of its blockers may have been opened again. */
const isWaiting = raw(`tasks.status = 'todo' and tasks.archived_at is null and tasks.open_blockers > 0`);

/** `blockedBy` is empty unless the task waits for its blockers. */
type Row = {
  id: string;
  agentId: string | null;
  isClosedOrArchived: boolean;
  isStuck: boolean;
  blockedBy: string[];
};

/**
 * `limit 1` makes each a lookup. PostgreSQL reads `above` only up to the limit, from the rows themselves: each has the
 * ids of its blockers.
 */
export const waitStateStatement = defineStatement<
  { teamId: string; ids: readonly string[]; limit: number },
  Row
>(
  ({ teamId, ids, limit }) => sql`
  with recursive above as (
    select id from unnest(${ids}::text[]) as id
    union
    select unnest(blocked_by) from above cross join lateral (
      select blocked_by from tasks where tasks.id = above.id and team_id = ${teamId} and ${isWaiting} limit 1) as task
  )
  select tasks.id, assigned_agent_id as "agentId",
    status in ('done', 'cancelled') or archived_at is not null as "isClosedOrArchived", ${isStuckOnPerson} as "isStuck",
    case when ${isWaiting} then blocked_by else '{}' end as "blockedBy"
  from (select id from above limit ${limit}::int) as first cross join lateral (
    select * from tasks where tasks.id = first.id and team_id = ${teamId} and ${hasProject} limit 1) as tasks`,
);

/** The tasks that a request waits for: until all of them, or any, have ended. */
export type WaitTarget = { teamId: string; ids: readonly string[] } & Pick<
  z.output<typeof ListTasks>,
  'waitFor'
>;

/** Whether the wait is over. `watched`: the ids of the tasks and agents whose events may change that. */
export type WaitState = { isOver: boolean; watched: ReadonlySet<string> };

/**
 * Reads whether a wait is over. A task has ended if it is closed or archived, or if it cannot go on before a person
 * acts (`isStuckOnPerson`). With `waitFor: all`, a task has also ended if a blocker of it is stuck, directly or over
 * others. Throws VALIDATION_ERROR for ids that the team does not have.
 */
export async function readWaitState(db: Queryable, { teamId, ids, waitFor }: WaitTarget): Promise<WaitState> {
  // With `any`, only the end of a task itself counts: read no blockers.
  const limit = waitFor === 'any' ? ids.length : maxTasks;
  const tasks = await queryMany(db, waitStateStatement, { teamId, ids, limit });
  assertFound(ids, tasks);
  // Stuck tasks count as ended: without a person they would keep the request waiting to its end.
  const endedIds = findStuck(tasks);
  for (const { id, isClosedOrArchived } of tasks) if (isClosedOrArchived) endedIds.add(id);
  const hasEnded = (id: string) => endedIds.has(id);
  return {
    isOver: waitFor === 'any' ? ids.some(hasEnded) : ids.every(hasEnded),
    // Watch done blockers too, which may be opened again, and cancelled ones, which change the row of a dependant
    // without an event.
    watched: new Set(tasks.flatMap(({ id, agentId, blockedBy }) => [id, ...blockedBy, agentId ?? id])),
  };
}

/** The ids of stuck tasks, and of all tasks that wait for them. */
function findStuck(tasks: readonly Row[]): Set<string> {
  const dependencies = tasks.flatMap(({ id, blockedBy }) =>
    blockedBy.map((blockerId) => ({ id, blockerId })),
  );
  const dependenciesByBlocker = Map.groupBy(dependencies, ({ blockerId }) => blockerId);
  const stuck = new Set(tasks.filter(({ isStuck }) => isStuck).map(({ id }) => id));
  // The loop also visits the ids that it adds.
  for (const blockerId of stuck)
    for (const { id } of dependenciesByBlocker.get(blockerId) ?? []) stuck.add(id);
  return stuck;
}
