import { type Expression, raw, type Sql, sql } from '@crewboard/db';

// SQL: adds to the stored counts the events that the log counter (`workers/log-counter.ts`) has not read yet. One
// statement reads both, so a count is exact in the snapshot of the statement. Docs: docs/decisions/0014-counts.md.

/**
 * Bounds the read while the log counter is far behind, as when a transaction of another program stays open: later
 * events count once it has caught up. While it keeps up, a team has far fewer uncounted events.
 */
const maxEvents = 20_000;

/** The team's events that are not in the stored counts. The order and the limit make PostgreSQL use the index. */
export const uncountedEvents = (teamId: Expression, where: Sql = raw('true')) => sql`(
    select * from events
    where team_id = ${teamId} and ${where}
      and (xid, id) > (select reader.xid, reader.id from log_readers reader where reader.name = 'counts')
    order by xid, id limit ${raw(String(maxEvents))}
  )`;

/** A CTE: the changes of the counts of tasks by uncounted events. It is evaluated once for all rows that use it. */
export const uncountedTasks = (teamId: Expression) => sql`
  uncounted as materialized (
    select change.* from ${uncountedEvents(teamId)} as event,
      task_count_changes(event.type, event.snapshot, event.changes) as change
  )`;

/** A CTE: the number of uncounted completions by agent. It is evaluated once for all rows that use it. */
export const uncountedCompletions = (teamId: Expression) => sql`
  uncounted_completions as materialized (
    select event.actor_id, count(*) as count
    from ${uncountedEvents(teamId, raw(`type = 'task.completed'`))} as event group by event.actor_id
  )`;

/**
 * The number of tasks that an agent has ever completed. A trigger keeps the sum of all quarters of an hour in the
 * quarter '-infinity'. Needs the CTE of `uncountedCompletions`.
 */
export const completionCount = (agentId: Expression) => sql`(
    select coalesce(sum(count), 0)::int from (
      select count from agent_completions where agent_id = ${agentId} and quarter = '-infinity'
      union all
      select count from uncounted_completions where actor_id = ${agentId}
    ) as each
  )`;

type TaskCountFilter = {
  teamId: Expression;
  /** Null: all projects. */
  projectId: Expression;
};

/**
 * Rows of status and count for the tasks of a team: sum them by status. Needs the CTE of `uncountedTasks`. The stored
 * rows with the project '' are the sums over all projects.
 */
export const taskCounts = ({ teamId, projectId }: TaskCountFilter) => sql`(
    select status, count from task_counts
    where team_id = ${teamId} and project_id = coalesce(${projectId}, '')
    union all
    select status, change from uncounted where ${projectId} is null or project_id = ${projectId}
  )`;
