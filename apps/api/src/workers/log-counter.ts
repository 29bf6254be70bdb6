import { agentFailureThreshold } from '@crewboard/contracts';
import { type ChangeNotifier, type Database, defineStatement, queryOne, raw, sql } from '@crewboard/db';
import { settled } from '../features/events/log/read-log.ts';
import { runPollLoop, type WorkerLog } from './poll-loop.ts';
import { WakeUp } from './wake-up.ts';

const pollIntervalMs = 2_000;
/**
 * Events are collected for this time. Reads of counts add uncounted events from the log, so they are exact meanwhile.
 */
const minDelayMs = 250;
/** Small enough for a transaction of a few milliseconds: readers of the log wait for its end. */
const maxEvents = 500;

/**
 * Adds a page of the log to the counts, including the failures in a row of each agent, and moves the position to the
 * end of the page. Does nothing if another process has moved the position, which alone ensures that each event counts
 * once; the lock only spares other processes the work. The SQL function recount() takes the same lock, with the seed 9.
 * Once a minute it records a transaction id for position-at-time.ts.
 *
 * The project '' of `task_counts` stands for all projects of a team. The failures in a row of an agent are those after
 * its newest completion: in the page, those with `completions` = 0, counted from the newest event.
 */
export const addUncounted = defineStatement<Record<never, never>, { events: number }>(
  () => sql`
  with reader as materialized (
    select xid, id from log_readers
    where name = 'counts' and pg_try_advisory_xact_lock(hashtextextended('counts', 9))
  ),
  page as materialized (
    select * from events
    where (events.xid, events.id) > (select xid, id from reader) and ${settled}
    order by events.xid, events.id limit ${raw(String(maxEvents))}
  ),
  moved as (
    update log_readers set xid = last.xid, id = last.id
    from reader, (select xid, id from page order by xid desc, id desc limit 1) as last
    where name = 'counts' and (log_readers.xid, log_readers.id) = (reader.xid, reader.id)
    returning name
  ),
  tasks_counted as (
    insert into task_counts as counted (team_id, project_id, status, count)
    select team_id, coalesce(project_id, ''), each.status, sum(change)
    from moved, page, task_count_changes(page.type, page.snapshot, page.changes) as each
    group by team_id, each.status, rollup (project_id) having sum(change) <> 0
    on conflict (team_id, project_id, status) do update set count = counted.count + excluded.count
  ),
  activity_counted as (
    insert into team_activity as counted (team_id, minute, claims, completions)
    select team_id, date_trunc('minute', created_at),
      count(*) filter (where type = 'task.claimed'), count(*) filter (where type = 'task.completed')
    from moved, page where type in ('task.claimed', 'task.completed') group by 1, 2
    on conflict (team_id, minute)
      do update set claims = counted.claims + excluded.claims, completions = counted.completions + excluded.completions
  ),
  completions_counted as (
    insert into agent_completions as counted (agent_id, quarter, count)
    select actor_id, date_bin('15 minutes', created_at, '2000-01-01Z'), count(*)
    from moved, page where type = 'task.completed' and actor_id is not null group by 1, 2
    on conflict (agent_id, quarter) do update set count = counted.count + excluded.count
  ),
  failures_counted as (
    update agents set failures_in_row = failures + case when has_completed then 0 else failures_in_row end,
      last_failures = jsonb_path_query_array(
        last || case when has_completed then '[]' else last_failures end, '$[0 to ${raw(String(agentFailureThreshold - 1))}]')
    from (
      select agent_id, bool_or(is_completion) as has_completed, count(*) filter (where completions = 0)::int as failures,
        coalesce(jsonb_agg(jsonb_build_object('taskId', subject_id, 'attempt', attempt) order by xid desc, id desc)
          filter (where completions = 0), '[]') as last
      from (
        select *, count(*) filter (where is_completion) over (partition by agent_id order by xid desc, id desc) as completions
        from (
          select page.xid, page.id, subject_id, page.snapshot->'attempt' as attempt, type = 'task.completed' as is_completion,
            case when type = 'task.lease_expired' then changes->'assignedAgentId'->>'before' else actor_id end as agent_id
          from moved, page where type in ('task.completed', 'task.failed', 'task.lease_expired')
        ) as ended
      ) as numbered
      group by agent_id
    ) as counted
    where agents.id = counted.agent_id
      and (failures > 0 or has_completed and failures_in_row > 0)
  ),
  minute_recorded as (
    insert into log_minutes (minute, xid)
    select date_trunc('minute', now()), pg_snapshot_xmax(pg_current_snapshot()) from reader
    where not exists (select from log_minutes where minute = date_trunc('minute', now()))
    on conflict (minute) do nothing
  )
  select count(*)::int as events from page`,
);

type Parts = { db: Database; changeNotifier: ChangeNotifier; log: WorkerLog; signal: AbortSignal };

/**
 * Keeps the stored counts of tasks, claims and completions, by counting each event of the log once. Any number of
 * processes may run it, and any may die. Docs: docs/decisions/0014-counts.md.
 */
export async function countLog({ db, changeNotifier, log, signal }: Parts): Promise<void> {
  await runPollLoop({
    task: 'count the changes of tasks',
    async run() {
      // Use no connection of the hot path: counts may be late, because reads add the uncounted events.
      const page = await queryOne(db.reads, addUncounted, {});
      const events = page?.events ?? 0;
      return { hasMore: events === maxEvents, minDelayMs };
    },
    wakeUp: new WakeUp(changeNotifier),
    pollIntervalMs,
    signal,
    log,
  });
}
