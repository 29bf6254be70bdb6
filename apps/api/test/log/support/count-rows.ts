import type { Queryable } from '@crewboard/db';

/** A count of `task_counts`: 'team/project/status', where '' stands for all projects. */
type Counts = Record<string, number>;

const cell = `concat_ws('/', team_id, coalesce(project_id, ''), status) as cell`;
const byCell = 'group by team_id, status, rollup (project_id)';

async function select(db: Queryable, sql: string): Promise<Counts> {
  const { rows } = await db.query<{ cell: string; count: number }>(sql);
  return Object.fromEntries(rows.map((row) => [row.cell, row.count]));
}

/** What `task_counts` should have, from the tasks themselves. */
export const countTasks = (db: Queryable): Promise<Counts> =>
  select(db, `select ${cell}, count(*)::int from tasks where archived_at is null ${byCell} order by 1`);

/** What `task_counts` has together with what the events behind it change. */
export const readCounts = (db: Queryable): Promise<Counts> =>
  select(
    db,
    `select cell, sum(count)::int as count from (
       select ${cell}, count from task_counts
       union all
       select ${cell}, sum(change) from (
         select team_id, change.* from log_readers reader, events,
           task_count_changes(events.type, events.snapshot, events.changes) as change
         where reader.name = 'counts' and (events.xid, events.id) > (reader.xid, reader.id)
       ) as uncounted ${byCell}
     ) as each group by cell having sum(count) <> 0 order by 1`,
  );

/** How many completions each agent has in total, stored and behind them. */
export const readCompletions = (db: Queryable): Promise<Counts> =>
  select(
    db,
    `select agent_id as cell, sum(count)::int as count from (
       select agent_id, count from agent_completions where quarter = '-infinity'
       union all
       select actor_id, 1 from log_readers reader, events
       where reader.name = 'counts' and (events.xid, events.id) > (reader.xid, reader.id) and type = 'task.completed'
     ) as each group by 1 having sum(count) <> 0 order by 1`,
  );

/** What `readCompletions` should return, from all events. */
export const countCompletions = (db: Queryable): Promise<Counts> =>
  select(
    db,
    `select actor_id as cell, count(*)::int as count from events where type = 'task.completed' group by 1 order by 1`,
  );

/** What `task_counts` has. */
export const storedCounts = (db: Queryable): Promise<Counts> =>
  select(db, `select ${cell}, count from task_counts where count <> 0 order by 1`);
