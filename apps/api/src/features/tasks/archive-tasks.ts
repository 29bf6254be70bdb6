import { decideArchival, decideRestoration } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, raw, sql } from '@crewboard/db';
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

const archive = async (ctx: ChangeContext, taskId: string, reason: string): Promise<void> => {
  await changeTask(ctx, taskId, {
    // One that an agent has just claimed is archived once it is done.
    decide: (task, now) =>
      task.status === 'in_progress' ? 'keep' : decideArchival(task, { versions: null, reason }, now),
  });
};

const withProject = 'Archived with its project.';

/**
 * Archives the tasks to do of a project that was archived, up to 2,000 of them: no agent gets one after the response. The
 * archiver archives the others.
 */
export async function archiveTodoOf(ctx: ChangeContext, projectId: string): Promise<void> {
  for (let round = 0; round < 10; round += 1) {
    const found = await queryMany(ctx.db, selectTodo, { projectId });
    await Promise.all(found.map(({ taskId }) => archive(ctx, taskId, withProject)));
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
  /** No request is left that has not seen the project as it is. */
  isOld: boolean;
};

/**
 * What is to be archived or restored with its project. A row without a task for a project of which nothing is left; tasks in
 * progress are left for later. Indexes have what each project needs.
 */
const selectWork = defineStatement<object, Work & { isLeft: boolean }>(
  () => sql`
  select task.id as "taskId", team_id as "teamId", project_id as "projectId", restored_since::text as "restoredSince",
    begun_at::text as "begunAt", begun_at < now() - ${lastRequests} as "isOld",
    exists (
      select from tasks where tasks.project_id = archival.project_id and archived_at is null and restored_since is null
    ) as "isLeft"
  from project_archivals as archival left join lateral (
    (select id from tasks
      where restored_since is null and tasks.project_id = archival.project_id and archived_at is null
        and status in ('todo', 'done', 'cancelled')
      limit ${raw(String(batchSize))})
    union all
    (select id from tasks
      where tasks.project_id = archival.project_id and archived_at >= restored_since
      limit ${raw(String(batchSize))})
  ) as task on true
  order by begun_at, project_id limit ${raw(String(batchSize))}`,
);

const endWork = defineStatement<{ projectId: string; begunAt: string }, object>(
  ({ projectId, begunAt }) => sql`
  delete from project_archivals where project_id = ${projectId} and begun_at = ${begunAt}::timestamptz`,
);

/** Tasks that were closed as many days ago as their project says. */
export const selectClosed = defineStatement<object, { taskId: string; teamId: string; days: number }>(
  () => sql`
  select closed.id as "taskId", team_id as "teamId", archive_after_days as days
  from projects cross join lateral (
    (select id from tasks
      where project_id = projects.id and status = 'done' and archived_at is null
        and status_changed_at < now() - make_interval(days => archive_after_days)
      order by status_changed_at limit ${raw(String(batchSize))})
    union all
    (select id from tasks
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
  const tasks = work.filter(
    (each): each is Work & { taskId: string; isLeft: boolean } => each.taskId !== null,
  );
  const carryOut = async ({ taskId, teamId, restoredSince }: Work & { taskId: string }) => {
    const system = systemOf(teamId);
    if (restoredSince === null) return archive(system, taskId, withProject);
    const { task } = await changeTask(system, taskId, {
      decide: (task) => decideRestoration(task, { versions: null, reason: 'Restored with its project.' }),
    });
    taskArrivals.report(teamId, task);
  };
  const failure = await all(tasks.map(carryOut));
  for (const { taskId, isOld, isLeft, projectId, begunAt } of work)
    if (taskId === null && isOld && !isLeft) await queryMany(db, endWork, { projectId, begunAt });
  if (failure) throw failure;
  return {
    count: tasks.length,
    hasMore: tasks.length === batchSize,
    /** A project has tasks in progress, or a request may still change one of it. */
    isUnfinished: work.length > 0,
  };
}

/** Archives what projects say is to be archived by now: at most 200 tasks at once. */
export async function archiveClosed({ db, systemOf }: Omit<Archiver, 'taskArrivals'>) {
  const closed = await queryMany(db, selectClosed, {});
  const failure = await all(
    closed.map(({ taskId, teamId, days }) =>
      archive(
        systemOf(teamId),
        taskId,
        `Archived ${days} ${days === 1 ? 'day' : 'days'} after it was closed.`,
      ),
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
