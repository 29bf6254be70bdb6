import { defineStatement, type Queryable, queryOne, raw, sql } from '@crewboard/db';

/** The number of tasks that are checked at once. */
const batchSize = raw('500');
/** The check begins so long after the change: until then, a request that has read the old times may write a task. */
export const staleCheckDelay = raw(`interval '5 seconds'`);

/**
 * After the stale times of a project have changed: makes its next open tasks due for the sweeper, in the order of their
 * creation, until none is left. Tasks that requests write later already have the new times.
 */
const checkNext = defineStatement<object, { count: number }>(
  () => sql`
  with project as materialized (
    select * from stale_checks where begun_at < now() - ${staleCheckDelay} order by begun_at limit 1 for update skip locked
  ),
  page as materialized (
    select first.id, first.created_at from project cross join lateral (
      select id, created_at from (
        (select id, created_at from tasks
          where project_id = project.project_id and status = 'todo' and archived_at is null
            and (project.after_id is null or (created_at, id) > (project.after_created_at, project.after_id))
          order by created_at, id limit ${batchSize})
        union all
        (select id, created_at from tasks
          where project_id = project.project_id and status = 'in_progress' and archived_at is null
            and (project.after_id is null or (created_at, id) > (project.after_created_at, project.after_id))
          order by created_at, id limit ${batchSize})
      ) as open order by created_at, id limit ${batchSize}
    ) as first
  ),
  locked as materialized (
    select tasks.id from tasks join page using (id)
    where lease_expires_at is null and (in_queue or held_since is not null)
    order by tasks.id for no key update of tasks
  ),
  checked as (update tasks set check_at = now() from locked where tasks.id = locked.id),
  moved as (
    update stale_checks set after_created_at = last.created_at, after_id = last.id
    from project, (select * from page order by created_at desc, id desc limit 1) as last
    where stale_checks.project_id = project.project_id
  ),
  finished as (
    delete from stale_checks using project
    where stale_checks.project_id = project.project_id and not exists (select from page)
  )
  select count(*)::int as count from page`,
);

/** Returns whether there may be more tasks to check. */
export const checkStaleTimes = async (db: Queryable): Promise<boolean> =>
  ((await queryOne(db, checkNext, {}))?.count ?? 0) > 0;
