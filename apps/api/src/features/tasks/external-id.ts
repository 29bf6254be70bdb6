import { defineStatement, queryMany, sql } from '@crewboard/db';
import { AppError, invalid } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';

/** The unique index of the external ids of a team. */
const uniqueIndex = 'tasks_external_id_key';
const maxAttempts = 5;

type Ids = { teamId: string; externalIds: string[] };

/**
 * The tasks of a deleted project are about to be deleted: this frees their external ids now. It locks them in the order in which
 * they are deleted. A subquery, not `exists`, is asked again about a task that left the project while this waited for its lock.
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
 * Runs a change that may give tasks these external ids, each with its path in the request of several. The unique index decides
 * whether they are free; the change is sent alone, so that it fails and waits for none but itself. Throws EXTERNAL_ID_TAKEN,
 * which names a task that has one of them.
 */
async function untilFree<Result>(
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
    // None: the other task has lost it since.
    if (task) throw taken(task.id, pathById.get(task.externalId));
  }
  throw new AppError(
    'UNAVAILABLE',
    'Others are changing tasks with this `externalId` right now. Try again in a moment.',
  );
}

/** Runs a change that may give a task this external id. */
export const withExternalId = <Result>(
  ctx: VerbContext,
  externalId: string | null | undefined,
  change: () => Promise<Result>,
): Promise<Result> =>
  externalId == null ? change() : untilFree(ctx, new Map([[externalId, undefined]]), change);

/** The same for a plan, which gives several tasks such an id. */
export async function withExternalIds<Result>(
  ctx: VerbContext,
  given: readonly { externalId?: string | null | undefined; path: string }[],
  change: () => Promise<Result>,
): Promise<Result> {
  const pathById = new Map<string, string>();
  for (const { externalId, path } of given) {
    if (!externalId) continue;
    if (pathById.has(externalId))
      throw invalid([{ path, message: `is that of ${pathById.get(externalId)} as well` }]);
    pathById.set(externalId, path);
  }
  return untilFree(ctx, pathById, change);
}

const taken = (taskId: string, path?: string) =>
  new AppError(
    'EXTERNAL_ID_TAKEN',
    `Task ${taskId} has ${path ? `the externalId of ${path}` : 'this externalId'}.`,
    {
      facts: { taskId },
    },
  );
