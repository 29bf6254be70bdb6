import {
  decideArchivalOfClosed,
  decideArchivalWithProject,
  decideRestorationWithProject,
} from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, queryOne, raw, sql } from '@crewboard/db';
import { changeIfThere } from '../change/change-task.ts';
import { agentAndProjectOfTask } from '../change/pauses.ts';
import type { TaskArrivals } from '../queue/task-arrivals.ts';
import type { SystemContextOf } from './system-context.ts';

/** The maximum of tasks in one round. */
const batchSize = 200;
/** More than a request takes: after it, none that saw the project before its archival can still add a task. */
const maxRequestTime = raw(`interval '1 minute'`);

type ArchiveParts = { db: Queryable; systemContextOf: SystemContextOf; taskArrivals: TaskArrivals };

/** Archives and restores up to 200 tasks with their projects. Several processes may do this at once. */
export async function archiveWithProjects({ db, systemContextOf, taskArrivals }: ArchiveParts) {
  const work = await queryMany(db, selectWork, {});
  const tasks = work.filter((each): each is Work & { taskId: string } => each.taskId !== null);
  const archiveOrRestore = async (found: Work & { taskId: string }) => {
    const { taskId, teamId, projectId, restores, departedId } = found;
    const changed = await changeIfThere(systemContextOf(teamId), taskId, {
      // For `isProjectArchived`, which may have changed since the task was found.
      readsStopsOf: agentAndProjectOfTask,
      decide(task, now) {
        const isProjectArchived = Boolean(task.isProjectArchived);
        return restores
          ? decideRestorationWithProject(task, { departedId, isProjectArchived })
          : decideArchivalWithProject(task, { projectId, isProjectArchived }, now);
      },
    });
    if (restores && changed) taskArrivals.report(teamId, changed.task);
  };
  const failure = await firstFailureOf(tasks.map(archiveOrRestore));
  for (const { taskId, ...finished } of work)
    if (taskId === null) await queryMany(db, finishProject, finished);
  if (failure) throw failure;
  return {
    count: tasks.length,
    hasMore: work.length === batchSize,
    /** Whether some project is not finished: see `selectWork`. */
    isUnfinished: (await queryOne(db, selectIsUnfinished, {}))?.isUnfinished ?? false,
  };
}

/** Archives up to 200 closed tasks that are older than `archiveAfterDays` of their project. */
export async function archiveClosed({ db, systemContextOf }: Omit<ArchiveParts, 'taskArrivals'>) {
  const closed = await queryMany(db, selectClosed, {});
  const failure = await firstFailureOf(
    closed.map(({ taskId, teamId, days }) =>
      changeIfThere(systemContextOf(teamId), taskId, {
        decide: (task, now) => decideArchivalOfClosed(task, { days }, now),
      }),
    ),
  );
  if (failure) throw failure;
  return { count: closed.length, hasMore: closed.length === batchSize };
}

/** Waits for all changes. Returns the first error; undefined if none fails. */
async function firstFailureOf(changes: Promise<unknown>[]): Promise<unknown> {
  const results = await Promise.allSettled(changes);
  return results.find((result) => result.status === 'rejected')?.reason;
}

type Work = {
  taskId: string | null;
  teamId: string;
  projectId: string;
  /** Whether the task is to be restored, instead of archived. */
  restores: boolean;
  /** By it `finishProject` recognizes the archival or restoration. */
  begunAt: string;
  /** The assigned person, if that person has left the team since: a restored task is unassigned from them. */
  departedId: string | null;
};

/**
 * Finds the tasks to archive or restore with their projects. `taskId` is null for a finished project: it has no such
 * task left, and no request is running that began before the archival. A project that only has tasks in progress left
 * has no row, as many of such projects would fill the batch. Teams take turns, so that a large project of one team
 * delays no other team.
 */
const selectWork = defineStatement<object, Work>(
  () => sql`
  select task.id as "taskId", archival.team_id as "teamId", project_id as "projectId", restores, begun_at as "begunAt",
    case when assigned_member_id is not null and not exists (
      select from members where members.team_id = archival.team_id and user_id = assigned_member_id
    ) then assigned_member_id end as "departedId"
  from project_archivals as archival left join lateral (
    (select id, assigned_member_id from tasks
      where not restores and tasks.project_id = archival.project_id and archived_at is null
        and status in ('todo', 'done', 'cancelled')
      limit ${raw(String(batchSize))})
    union all
    (select id, assigned_member_id from tasks
      where restores and tasks.project_id = archival.project_id and archived_with_project
      limit ${raw(String(batchSize))})
  ) as task on true
  where task.id is not null or begun_at < now() - ${maxRequestTime} and not exists (
    select from tasks where not restores and tasks.project_id = archival.project_id and archived_at is null
  )
  order by row_number() over (partition by archival.team_id order by begun_at, project_id), begun_at
  limit ${raw(String(batchSize))}`,
);

const selectIsUnfinished = defineStatement<object, { isUnfinished: boolean }>(
  () => sql`select exists (select from project_archivals) as "isUnfinished"`,
);

/** Ends the archival or restoration. Does nothing if the project was restored, or archived again, since it was read. */
const finishProject = defineStatement<Pick<Work, 'teamId' | 'projectId' | 'begunAt'>, object>(
  ({ teamId, projectId, begunAt }) => sql`
  delete from project_archivals
  where team_id = ${teamId} and project_id = ${projectId} and begun_at = ${begunAt}::timestamptz`,
);

type Closed = { taskId: string; teamId: string; days: number };

/**
 * Finds tasks that were closed before `archive_after_days` of their project. Has a part for each status, so that each
 * reads its index in order.
 */
export const selectClosed = defineStatement<object, Closed>(
  () => sql`
  select closed.id as "taskId", team_id as "teamId", archive_after_days as days
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
