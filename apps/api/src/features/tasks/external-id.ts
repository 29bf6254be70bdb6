import type { ListTasks } from '@crewboard/contracts';
import { defineStatement, join, queryMany, queryOne, raw, type Sql, sql } from '@crewboard/db';
import type { z } from 'zod';
import { AppError, invalid } from '../../errors.ts';
import { creationOrder, type Page, readPage } from '../read-page.ts';
import type { VerbContext } from '../verb-context.ts';
import { claimableConditions } from './list-claimable.ts';
import { type TaskRow, taskRow } from './task-row.ts';
import { filterConditions, hasProject } from './walk-tasks.ts';

type Wanted = Partial<z.output<typeof ListTasks>> & { externalId: string };
type Caller = Pick<VerbContext['actor'], 'kind' | 'id' | 'teamId'>;

/** The unique index of the external ids of a team. */
const uniqueIndex = 'tasks_external_id_key';
const maxAttempts = 5;

const order = creationOrder('tasks', 'team_id', 'desc');

const selectTask = defineStatement<{ teamId: string; externalId: string }, { id: string }>(
  ({ teamId, externalId }) => sql`
  select id from tasks where team_id = ${teamId} and external_id = ${externalId}`,
);

/** SQL: the one task of the team with this external id, if it has what the other filters ask for. */
export function externalIdQuery(caller: Caller, wanted: Wanted): Sql {
  const { externalId, status, archived, claimable, cursor } = wanted;
  const { teamId } = caller;
  const conditions = [
    sql`team_id = ${teamId} and external_id = ${externalId}`,
    raw(`archived_at is ${archived ? 'not null' : 'null'}`),
    hasProject,
    ...(status ? [sql`status = ${status}::task_status`] : []),
    ...(claimable ? claimableConditions(caller) : []),
    ...filterConditions(wanted),
    ...(cursor === undefined ? [] : [order.after({ cursor: sql`${cursor}`, ownerId: sql`${teamId}` })]),
  ];
  return sql`select ${taskRow.columns('tasks')} from tasks where ${join(conditions, ' and ')}`;
}

/** A list of that task, or of none. */
export const listByExternalId = (
  { db, actor }: VerbContext,
  input: Wanted & { limit: number },
): Promise<Page<TaskRow>> =>
  readPage({
    ...{ db: db.reads, order, ownerId: actor.teamId, limit: input.limit, cursor: input.cursor },
    read: () => queryMany<TaskRow>(db.reads, externalIdQuery(actor, input)),
  });

/** The tasks of a deleted project are about to be deleted: this frees their external ids now. */
const freeIds = defineStatement<{ teamId: string; externalIds: string[] }, { id: string }>(
  ({ teamId, externalIds }) => sql`
  update tasks set external_id = null
  where team_id = ${teamId} and external_id = any(${externalIds}::text[]) and not ${hasProject}
  returning id`,
);

/** Whether some of them were taken by tasks of a deleted project, and are free now. */
async function haveBeenFreed({ db, actor }: VerbContext, externalIds: string[]): Promise<boolean> {
  const freed = await queryMany(db, freeIds, { teamId: actor.teamId, externalIds });
  return freed.length > 0;
}

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === uniqueIndex;

/**
 * Runs a change that may give a task this external id. The unique index decides whether it is free; the change is sent
 * alone, so that it fails and waits for none but itself. Throws EXTERNAL_ID_TAKEN, which names the task that has it.
 */
export async function withExternalId<Result>(
  ctx: VerbContext,
  externalId: string | null | undefined,
  change: () => Promise<Result>,
): Promise<Result> {
  const { db, actor } = ctx;
  if (externalId == null) return change();
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
    if (await haveBeenFreed(ctx, [externalId])) continue;
    const task = await queryOne(db, selectTask, { teamId: actor.teamId, externalId });
    // None: the other task has lost it since.
    if (task) throw taken(task.id);
  }
  throw new AppError(
    'UNAVAILABLE',
    'Others are changing this `externalId` right now. Try again in a moment.',
  );
}

/** The same for a plan, which gives several tasks such an id: the error is that of the first that is taken. */
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
  try {
    return await change();
  } catch (error) {
    if (!isTaken(error)) throw error;
  }
  const { teamId } = ctx.actor;
  const externalIds = [...pathById.keys()];
  // Each time there are fewer of them.
  if (await haveBeenFreed(ctx, externalIds)) return withExternalIds(ctx, given, change);
  const [task] = await queryMany(ctx.db, selectTasks, { teamId, externalIds });
  if (task) throw taken(task.id, pathById.get(task.externalId));
  throw new AppError(
    'UNAVAILABLE',
    'Others are changing one of these `externalId`s right now. Try again in a moment.',
  );
}

const selectTasks = defineStatement<
  { teamId: string; externalIds: string[] },
  { id: string; externalId: string }
>(
  ({ teamId, externalIds }) => sql`
  select id, external_id as "externalId" from tasks where team_id = ${teamId} and external_id = any(${externalIds}::text[])
  order by id limit 1`,
);

const taken = (taskId: string, path?: string) =>
  new AppError(
    'EXTERNAL_ID_TAKEN',
    `Task ${taskId} has ${path ? `the externalId of ${path}` : 'this externalId'}.`,
    {
      facts: { taskId },
    },
  );
