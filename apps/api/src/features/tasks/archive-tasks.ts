import { decideArchival, decideRestoration, type TaskState } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, queryOne, raw, sql } from '@crewboard/db';
import { type ChangeContext, changeTask } from './change/change-task.ts';
import type { SystemOf } from './end-leases.ts';
import type { TaskArrivals } from './queue/task-arrivals.ts';

/** Tasks of one round. */
const batchSize = 200;
/** Requests that began before a project was archived may still create a task in it for so long. */
const lastRequests = raw(`interval '1 minute'`);

type Found = { taskId: string };

/** The tasks of a project that claim-next may hand out, through an index. */
const selectTodo = defineStatement<{ projectId: string }, Found>(
  ({ projectId }) => sql`
  select id as "taskId" from tasks where project_id = ${projectId} and status = 'todo' and archived_at is null
  order by created_at, id limit ${raw(String(batchSize))}`,
);

/** Only what is still to be archived when it is written: it was found some time before. */
type Archival = { reason: string; isDue: (task: TaskState) => boolean };

const archive = async (ctx: ChangeContext, taskId: string, { reason, isDue }: Archival): Promise<void> => {
  await changeTask(ctx, taskId, {
    // One that an agent has just claimed is archived once it is done.
    decide: (task, now) =>
      task.status === 'in_progress' || !isDue(task)
        ? 'keep'
        : decideArchival(task, { versions: null, reason }, now),
  });
};

const withProject = (projectId: string): Archival => ({
  reason: 'Archived with its project.',
  isDue: (task) => task.projectId === projectId,
});

/**
 * Archives the tasks to do of a project that was archived, up to 2,000 of them: no agent gets one after the response. The
 * archiver archives the others.
 */
export async function archiveTodoOf(ctx: ChangeContext, projectId: string): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    const found = await queryMany(ctx.db, selectTodo, { projectId });
    await Promise.all(found.map(({ taskId }) => archive(ctx, taskId, withProject(projectId))));
    if (found.length < batchSize) return;
  }
}

type Work = {
  taskId: string | null;
  teamId: string;
  projectId: string;
  /** When the tasks to restore were archived at the earliest; null: tasks are archived. */
  restoredSince: string | null;
  begunAt: string;
  /** The person of a task to restore, where they have left the team. */
  departedId: string | null;
};

/**
 * What is to be archived or restored with its project. A row without a task for a project of which nothing is left, and no
 * request that has not seen it as it is. None for one of which only tasks in progress are left: any number of those would
 * take the places of the others. Indexes have what each project needs.
 */
const selectWork = defineStatement<object, Work>(
  () => sql`
  select task.id as "taskId", archival.team_id as "teamId", project_id as "projectId",
    restored_since::text as "restoredSince", begun_at::text as "begunAt",
    case when assigned_member_id is not null and not exists (
      select from members where members.team_id = archival.team_id and user_id = assigned_member_id
    ) then assigned_member_id end as "departedId"
  from project_archivals as archival left join lateral (
    (select id, assigned_member_id from tasks
      where restored_since is null and tasks.project_id = archival.project_id and archived_at is null
        and status in ('todo', 'done', 'cancelled')
      limit ${raw(String(batchSize))})
    union all
    (select id, assigned_member_id from tasks
      where tasks.project_id = archival.project_id and archived_at >= restored_since
      limit ${raw(String(batchSize))})
  ) as task on true
  where task.id is not null or begun_at < now() - ${lastRequests} and not exists (
    select from tasks where tasks.project_id = archival.project_id and archived_at is null and restored_since is null
  )
  order by begun_at, project_id limit ${raw(String(batchSize))}`,
);

const selectIsUnfinished = defineStatement<object, { isUnfinished: boolean }>(
  () => sql`select exists (select from project_archivals) as "isUnfinished"`,
);

const endWork = defineStatement<{ projectId: string; begunAt: string }, object>(
  ({ projectId, begunAt }) => sql`
  delete from project_archivals where project_id = ${projectId} and begun_at = ${begunAt}::timestamptz`,
);

type Closed = { taskId: string; teamId: string; days: number; closedAt: string };

/** Tasks that were closed as many days ago as their project says. */
export const selectClosed = defineStatement<object, Closed>(
  () => sql`
  select closed.id as "taskId", team_id as "teamId", archive_after_days as days, status_changed_at as "closedAt"
  from projects cross join lateral (
    (select id, status_changed_at from tasks
      where project_id = projects.id and status = 'done' and archived_at is null
        and status_changed_at < now() - make_interval(days => archive_after_days)
      order by status_changed_at limit ${raw(String(batchSize))})
    union all
    (select id, status_changed_at from tasks
      where project_id = projects.id and status = 'cancelled' and archived_at is null
        and status_changed_at < now() - make_interval(days => archive_after_days)
      order by status_changed_at limit ${raw(String(batchSize))})
  ) as closed
  where archive_after_days is not null and projects.archived_at is null limit ${raw(String(batchSize))}`,
);

type Archiver = { db: Queryable; systemOf: SystemOf; taskArrivals: TaskArrivals };

/** Archives and restores tasks with their projects: at most 200 at once. Any number of processes may do this. */
export async function followProjects({ db, systemOf, taskArrivals }: Archiver) {
  const work = await queryMany(db, selectWork, {});
  const tasks = work.filter((each): each is Work & { taskId: string } => each.taskId !== null);
  const carryOut = async (found: Work & { taskId: string }) => {
    const { taskId, teamId, projectId, restoredSince, departedId } = found;
    const system = systemOf(teamId);
    if (restoredSince === null) return archive(system, taskId, withProject(projectId));
    const call = { versions: null, departedId, reason: 'Restored with its project.' };
    const { task } = await changeTask(system, taskId, { decide: (task) => decideRestoration(task, call) });
    taskArrivals.report(teamId, task);
  };
  const failure = await all(tasks.map(carryOut));
  for (const { taskId, projectId, begunAt } of work)
    if (taskId === null) await queryMany(db, endWork, { projectId, begunAt });
  if (failure) throw failure;
  return {
    count: tasks.length,
    hasMore: work.length === batchSize,
    /** A project has tasks in progress, or a request may still change one of it. */
    isUnfinished: (await queryOne(db, selectIsUnfinished, {}))?.isUnfinished ?? false,
  };
}

/** Archives what projects say is to be archived by now: at most 200 tasks at once. */
export async function archiveClosed({ db, systemOf }: Omit<Archiver, 'taskArrivals'>) {
  const closed = await queryMany(db, selectClosed, {});
  const failure = await all(
    closed.map(({ taskId, teamId, days, closedAt }) =>
      archive(systemOf(teamId), taskId, {
        reason: `Archived ${days} ${days === 1 ? 'day' : 'days'} after it was closed.`,
        // Not reopened since.
        isDue: ({ statusChangedAt }) => statusChangedAt === closedAt,
      }),
    ),
  );
  if (failure) throw failure;
  return { count: closed.length, hasMore: closed.length === batchSize };
}

/** Waits for all of them; the first failure, if there is one. */
async function all(changes: Promise<void>[]): Promise<unknown> {
  const results = await Promise.allSettled(changes);
  return results.find((result) => result.status === 'rejected')?.reason;
}
