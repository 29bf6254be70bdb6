import {
  decideArchivalOfClosed,
  decideArchivalWithProject,
  decideRestorationWithProject,
} from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, queryOne, raw, sql } from '@crewboard/db';
import { changeTask } from './change/change-task.ts';
import type { SystemOf } from './end-leases.ts';
import type { TaskArrivals } from './queue/task-arrivals.ts';

/** Tasks of one round. */
const batchSize = 200;
/** Requests that began before a project was archived may still create a task in it for up to a minute. */
const lastRequests = raw(`interval '1 minute'`);

type Work = {
  taskId: string | null;
  teamId: string;
  projectId: string;
  /** Tasks are restored, else archived. */
  restores: boolean;
  begunAt: string;
  /** The person of a task to restore, where they have left the team. */
  departedId: string | null;
};

/**
 * What is to be archived or restored with its project. A row without a task for a project of which nothing is left, and all
 * requests have ended that may have seen it otherwise. None for one of which only tasks in progress are left: any number of
 * those would take the places of the others. Teams take turns, so that a large project of one holds up no other. Indexes have
 * what each project needs.
 */
const selectWork = defineStatement<object, Work>(
  () => sql`
  select task.id as "taskId", archival.team_id as "teamId", project_id as "projectId", restores, begun_at::text as "begunAt",
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
  where task.id is not null or begun_at < now() - ${lastRequests} and not exists (
    select from tasks where not restores and tasks.project_id = archival.project_id and archived_at is null
  )
  order by row_number() over (partition by archival.team_id order by begun_at, project_id), begun_at
  limit ${raw(String(batchSize))}`,
);

const selectIsUnfinished = defineStatement<object, { isUnfinished: boolean }>(
  () => sql`select exists (select from project_archivals) as "isUnfinished"`,
);

const endWork = defineStatement<Pick<Work, 'teamId' | 'projectId' | 'begunAt'>, object>(
  ({ teamId, projectId, begunAt }) => sql`
  delete from project_archivals
  where team_id = ${teamId} and project_id = ${projectId} and begun_at = ${begunAt}::timestamptz`,
);

type Closed = { taskId: string; teamId: string; days: number };

/** Tasks that were closed as many days ago as their project says: the rule decides again on each. */
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

type Archiver = { db: Queryable; systemOf: SystemOf; taskArrivals: TaskArrivals };

/** Archives and restores tasks with their projects: at most 200 at once. Any number of processes may do this. */
export async function followProjects({ db, systemOf, taskArrivals }: Archiver) {
  const work = await queryMany(db, selectWork, {});
  const tasks = work.filter((each): each is Work & { taskId: string } => each.taskId !== null);
  const carryOut = async (found: Work & { taskId: string }) => {
    const { taskId, teamId, projectId, restores, departedId } = found;
    const { task } = await changeTask(systemOf(teamId), taskId, {
      decide: (task, now) =>
        restores
          ? decideRestorationWithProject(task, { departedId })
          : decideArchivalWithProject(task, { projectId }, now),
    });
    if (restores) taskArrivals.report(teamId, task);
  };
  const failure = await all(tasks.map(carryOut));
  for (const { taskId, ...ended } of work) if (taskId === null) await queryMany(db, endWork, ended);
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
    closed.map(async ({ taskId, teamId, days }) => {
      await changeTask(systemOf(teamId), taskId, {
        decide: (task, now) => decideArchivalOfClosed(task, { days }, now),
      });
    }),
  );
  if (failure) throw failure;
  return { count: closed.length, hasMore: closed.length === batchSize };
}

/** Waits for all of them; the first failure, if there is one. */
async function all(changes: Promise<void>[]): Promise<unknown> {
  const results = await Promise.allSettled(changes);
  return results.find((result) => result.status === 'rejected')?.reason;
}
