import { defineStatement, queryMany, sql } from '@crewboard/db';
import { AppError, invalid } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';

/** Runs a change that gives a task this external id, if it is not null. */
export const withExternalId = <Result>(
  ctx: VerbContext,
  externalId: string | null | undefined,
  change: () => Promise<Result>,
): Promise<Result> =>
  externalId == null ? change() : runWithIds(ctx, new Map([[externalId, undefined]]), change);

/** The same for a plan, of which several tasks may have an external id. `path`: that of the id in the request. */
export async function withExternalIds<Result>(
  ctx: VerbContext,
  items: readonly { externalId?: string | null | undefined; path: string }[],
  change: () => Promise<Result>,
): Promise<Result> {
  const pathById = new Map<string, string>();
  for (const { externalId, path } of items) {
    if (!externalId) continue;
    if (pathById.has(externalId))
      throw invalid([{ path, message: `is that of ${pathById.get(externalId)} as well` }]);
    pathById.set(externalId, path);
  }
  return runWithIds(ctx, pathById, change);
}

/** The unique index of the external ids of a team. */
const uniqueIndex = 'tasks_external_id_key';
const maxAttempts = 5;

type Ids = { teamId: string; externalIds: string[] };

/**
 * Frees the external ids of tasks of a deleted project, which the eraser has not deleted yet. Locks the tasks in the
 * order of their ids, as the eraser does. After the wait for a lock, PostgreSQL evaluates a subquery again, but not
 * `exists`: the task may have left the project meanwhile.
 */
const freeIds = defineStatement<Ids, { id: string }>(
  ({ teamId, externalIds }) => sql`
  with left_over as materialized (
    select id from tasks
    where team_id = ${teamId} and external_id = any(${externalIds}::text[])
      and (select id from projects where projects.id = tasks.project_id) is null
    order by id for update
  )
  update tasks set external_id = null from left_over where tasks.id = left_over.id
  returning tasks.id`,
);

const selectTasks = defineStatement<Ids, { id: string; externalId: string }>(
  ({ teamId, externalIds }) => sql`
  select id, external_id as "externalId" from tasks where team_id = ${teamId} and external_id = any(${externalIds}::text[])
  order by id limit 1`,
);

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === uniqueIndex;

/**
 * Runs a change that gives tasks these external ids. `pathById`: the path of each id in a request for several tasks.
 * The unique index decides whether the ids are free, so the change must be sent alone. Throws EXTERNAL_ID_TAKEN with
 * the id of a task that has one of them.
 */
async function runWithIds<Result>(
  { db, actor }: VerbContext,
  pathById: ReadonlyMap<string, string | undefined>,
  change: () => Promise<Result>,
): Promise<Result> {
  const ids = { teamId: actor.teamId, externalIds: [...pathById.keys()] };
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
    if ((await queryMany(db, freeIds, ids)).length > 0) continue;
    const [task] = await queryMany(db, selectTasks, ids);
    // Without a task, the id has become free meanwhile.
    if (task) throw taken(task.id, pathById.get(task.externalId));
  }
  throw new AppError(
    'UNAVAILABLE',
    'Others are changing tasks with this `externalId` right now. Try again in a moment.',
  );
}

const taken = (taskId: string, path?: string) =>
  new AppError(
    'EXTERNAL_ID_TAKEN',
    `Task ${taskId} has ${path ? `the externalId of ${path}` : 'this externalId'}.`,
    {
      facts: { taskId },
    },
  );
