import { type AttentionReason, maxAttentionTasks } from '@crewboard/contracts';
import { empty, raw, type Sql, sql } from '@crewboard/db';
import { canWork } from '../tasks/next/next-facts.ts';
import { isAgentStopped, isTaskPaused } from '../tasks/next/person-conditions.ts';

// SQL: the tasks on which a person must act, and to which no person is assigned yet, by reason, the oldest first. The
// row of the task has some reasons (`attention`). The others follow from pauses and stopped agents: indexes have the
// tasks in the queue of each team, project and agent.

/**
 * The maximum of tasks that a list looks at. Which of them match depends on other rows, such as pauses: possibly none
 * does.
 */
export const maxLookedAt = 10_000;

/**
 * SQL: the part of this maximum for each stopped project or agent. It is large enough that the oldest tasks for a
 * response are among them.
 */
const share = raw(`greatest(${maxLookedAt} / count(*) over (), ${maxAttentionTasks}) as share`);

/** The page of a list. */
export type PageParams = {
  teamId: string;
  /** At most 1,001: one more than is counted. */
  limit: number;
  /** The last task of the page before. */
  after?: { createdAt: string; id: string } | null | undefined;
};

const order = raw('order by created_at, id');

/** A subquery hides the limit: for a project or agent that seems small, PostgreSQL would read and sort all. */
const first = (limit: number | Sql) => sql`${order} limit (select ${limit}::int)`;

const afterCursor = ({ after }: PageParams) =>
  after ? sql`and (created_at, id) > (${after.createdAt}::timestamptz, ${after.id})` : empty;

/**
 * SQL: the matches among the first `max` rows, and, if there may be more, the last row that was looked at (`is_end`),
 * although it may not match: the next page continues after it. Reads no further than needed.
 */
const matching = (rows: Sql, isMatch: Sql, page: PageParams, max = raw(String(maxLookedAt))): Sql => sql`
      select id, created_at, is_match, is_end from (
        select id, created_at, ${isMatch} as is_match, row_number() over () = ${max} as is_end
        from (select * from tasks where ${rows} ${afterCursor(page)} ${first(max)}) as tasks
      ) as looked_at
      where is_match or is_end limit (select ${page.limit}::int)`;

const alwaysTrue = raw('true');

/**
 * SQL: the tasks with the reason in their row. A stale task in the queue does not count while it is paused or its agent
 * is stopped.
 */
const ofRow = (page: PageParams, reason: AttentionReason): Sql =>
  matching(
    sql`team_id = ${page.teamId} and attention = ${raw(`'${reason}'`)}`,
    reason === 'stale' ? sql`not (in_queue and (${isTaskPaused} or ${isAgentStopped}))` : alwaysTrue,
    page,
  );

/** SQL: the tasks in the queue that belong to the row `stopped`, by this column. */
const inQueueOf = (column: string, isMatch: Sql, page: PageParams): Sql =>
  matching(raw(`in_queue and ${column} = stopped.id`), isMatch, page, raw('stopped.share'));

/** SQL: a task may be paused with its team, its project and its agent, and is on the page once. */
const ofPaused = (page: PageParams): Sql => {
  const pausedBy = (type: string, column: string) => sql`
    select each.* from (
      select subject_id as id, ${share} from pauses
      where pauses.team_id = ${page.teamId} and subject_type = ${raw(`'${type}'`)}
    ) as stopped cross join lateral (${inQueueOf(column, alwaysTrue, page)}) as each`;
  return sql`
    select id, created_at, true as is_match, bool_or(is_end) as is_end from (
      ${pausedBy('team', 'team_id')} union all ${pausedBy('project', 'project_id')}
      union all ${pausedBy('agent', 'assigned_agent_id')}
    ) as tasks group by id, created_at ${first(page.limit)}`;
};

/**
 * SQL: leaves out paused agents, whose tasks are all paused. Tasks of paused projects are looked at, but are no
 * matches.
 */
const ofStoppedAgents = (page: PageParams): Sql => sql`
    select each.* from (
      select id, ${share} from agents where agents.team_id = ${page.teamId} and not ${canWork} and not exists (
        select from pauses where pauses.team_id = ${page.teamId} and subject_id in (agents.team_id, agents.id))
    ) as stopped cross join lateral (
      ${inQueueOf('assigned_agent_id', sql`not ${isTaskPaused}`, page)}
    ) as each ${first(page.limit)}`;

/**
 * SQL: `id` and `created_at` of the first tasks that wait for a person for this reason (`is_match`), and of the last
 * task of each index that was looked at (`is_end`): later tasks of that index are unknown, so a list must end at the
 * first such row, and a count with one is not exact.
 */
export function attentionTasks(reason: AttentionReason, page: PageParams): Sql {
  if (reason === 'paused') return ofPaused(page);
  return reason === 'agent_cannot_work' ? ofStoppedAgents(page) : ofRow(page, reason);
}
