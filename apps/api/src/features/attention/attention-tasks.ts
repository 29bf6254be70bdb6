import { type AttentionReason, maxAttentionTasks } from '@crewboard/contracts';
import { empty, raw, type Sql, sql } from '@crewboard/db';
import { canWork } from '../tasks/next/next-facts.ts';
import { isAgentStopped, isTaskPaused } from '../tasks/next/person-conditions.ts';

// SQL: the tasks on which a person has to act and which nobody has taken, by reason, the oldest first. The rules keep with a task
// what its row alone tells (`attention`); of the others an index has the tasks in the queue of each team, project or agent that is stopped.

/** How many tasks a list looks at: where other rows tell which of them wait, any number of them may not. */
export const maxLookedAt = 10_000;

/** How many of each project or agent that is stopped: the oldest of all that a response shows are among them. */
const share = raw(`greatest(${maxLookedAt} / count(*) over (), ${maxAttentionTasks}) as share`);

export type Wanted = {
  teamId: string;
  /** At most 1,001. */
  limit: number;
  /** The last task of the page before. */
  after?: { createdAt: string; id: string } | null | undefined;
};

const order = raw('order by created_at, id');

/** In a subquery, which hides the limit: of a project or agent that seems small PostgreSQL would read and sort all. */
const first = (limit: number | Sql) => sql`${order} limit (select ${limit}::int)`;

const afterCursor = ({ after }: Wanted) =>
  after ? sql`and (created_at, id) > (${after.createdAt}::timestamptz, ${after.id})` : empty;

/** Those of the rows that match, and the last row that is looked at (`is_end`) if there may be more. The rows are read as they are needed. */
const matching = (rows: Sql, isMatch: Sql, wanted: Wanted, max = raw(String(maxLookedAt))): Sql => sql`
      select id, created_at, is_match, is_end from (
        select id, created_at, ${isMatch} as is_match, row_number() over () = ${max} as is_end
        from (select * from tasks where ${rows} ${afterCursor(wanted)} ${first(max)}) as tasks
      ) as looked_at
      where is_match or is_end limit (select ${wanted.limit}::int)`;

const all = raw('true');

/** What the rules say of a task, unless something stops it that others tell of. */
const ofRow = (wanted: Wanted, reason: AttentionReason): Sql =>
  matching(
    sql`team_id = ${wanted.teamId} and attention = ${raw(`'${reason}'`)}`,
    reason === 'stale' ? sql`not (in_queue and (${isTaskPaused} or ${isAgentStopped}))` : all,
    wanted,
  );

/** The tasks in the queue of which a column has the value of the row `stopped`. */
const inQueueOf = (column: string, isMatch: Sql, wanted: Wanted): Sql =>
  matching(raw(`in_queue and ${column} = stopped.id`), isMatch, wanted, raw('stopped.share'));

const ofPaused = (wanted: Wanted): Sql => {
  const of = (type: string, column: string) => sql`
    select each.* from (
      select subject_id as id, ${share} from pauses
      where pauses.team_id = ${wanted.teamId} and subject_type = ${raw(`'${type}'`)}
    ) as stopped cross join lateral (${inQueueOf(column, all, wanted)}) as each`;
  return sql`
    select id, created_at, true as is_match, bool_or(is_end) as is_end from (
      ${of('team', 'team_id')} union all ${of('project', 'project_id')} union all ${of('agent', 'assigned_agent_id')}
    ) as tasks group by id, created_at ${first(wanted.limit)}`;
};

/** Without the agents that are paused, as all of their tasks are: tasks of paused projects are looked at and passed over. */
const ofStoppedAgents = (wanted: Wanted): Sql => sql`
    select each.* from (
      select id, ${share} from agents where agents.team_id = ${wanted.teamId} and not ${canWork('agents')} and not exists (
        select from pauses where pauses.team_id = ${wanted.teamId} and subject_id in (agents.team_id, agents.id))
    ) as stopped cross join lateral (
      ${inQueueOf('assigned_agent_id', sql`not ${isTaskPaused}`, wanted)}
    ) as each ${first(wanted.limit)}`;

/**
 * SQL: `id` and `created_at` of the first tasks that wait for a person for this reason (`is_match`), and of the last one of an index that was
 * looked at (`is_end`): of that index no later one is known.
 */
export function attentionTasks(reason: AttentionReason, wanted: Wanted): Sql {
  if (reason === 'paused') return ofPaused(wanted);
  return reason === 'agent_cannot_work' ? ofStoppedAgents(wanted) : ofRow(wanted, reason);
}
