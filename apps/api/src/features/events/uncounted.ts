import { type Expression, raw, type Sql, sql } from '@crewboard/db';

// The worker log-counter.ts keeps counts from the log. Every count is read in one statement as the stored rows and what
// the events behind them change: so it is exact in the snapshot of the statement. Docs: docs/decisions/0014-counts.md.

/**
 * Bounds a read while the worker is behind, because a transaction of another program stays open: later events are
 * counted when it catches up. A team makes fewer than this in 5 s.
 */
const maxEvents = 20_000;

/** SQL: the team's events that are not in the stored counts. The order and the limit make PostgreSQL use the index. */
export const uncountedEvents = (teamId: Expression, where: Sql = raw('true')) => sql`(
    select * from events
    where team_id = ${teamId} and ${where}
      and (xid, id) > (select reader.xid, reader.id from log_readers reader where reader.name = 'counts')
    order by xid, id limit ${raw(String(maxEvents))}
  )`;

/** A CTE, read once however many rows look into it: what the uncounted events change in the counts of tasks. */
export const uncountedTasks = (teamId: Expression) => sql`
  uncounted as materialized (
    select change.* from ${uncountedEvents(teamId)} as event,
      task_count_changes(event.type, event.snapshot, event.changes) as change
  )`;

/** A CTE, read once: how many of the uncounted events are completions, by agent. */
export const uncountedCompletions = (teamId: Expression) => sql`
  uncounted_completions as materialized (
    select event.actor_id, count(*) as count
    from ${uncountedEvents(teamId, raw(`type = 'task.completed'`))} as event group by event.actor_id
  )`;

/** SQL: how many tasks an agent has completed, in total. Needs the CTE `uncounted_completions` of its team. */
export const completionCount = (agentId: Expression) => sql`(
    select coalesce(sum(count), 0)::int from (
      select count from agent_completions where agent_id = ${agentId} and quarter = '-infinity'
      union all
      select count from uncounted_completions where actor_id = ${agentId}
    ) as each
  )`;

type TaskCountFilter = {
  teamId: Expression;
  /** Null: all. */
  projectId: Expression;
};

/** SQL: status and count of the tasks of a team; several rows may have the same. Needs the CTE `uncounted`. */
export const taskCounts = ({ teamId, projectId }: TaskCountFilter) => sql`(
    select status, count from task_counts
    where team_id = ${teamId} and project_id = coalesce(${projectId}, '')
    union all
    select status, change from uncounted where ${projectId} is null or project_id = ${projectId}
  )`;
