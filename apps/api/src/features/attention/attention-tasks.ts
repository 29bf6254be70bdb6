import type { AttentionReason } from '@crewboard/contracts';
import { empty, raw, type Sql, sql } from '@crewboard/db';
import { canWork } from '../tasks/next/next-facts.ts';
import { isOfStoppedAgent, isPaused } from '../tasks/next/of-person.ts';

// SQL: the tasks on which a person has to act and which nobody has taken, by reason, the oldest first. The rules keep with a task
// what its row alone tells (`attention`); of the others an index has the tasks of each team, project or agent that is stopped.

/** How many tasks of one team, project or agent a list looks at: those that are not in the queue are passed over. */
const maxLookedAt = raw('10000');

export type Wanted = {
  teamId: string;
  limit: number;
  /** The last task of the page before. */
  after?: { createdAt: string; id: string } | null | undefined;
};

const order = raw('order by created_at, id');

/** In a subquery, which hides the limit: of a project or agent that seems small PostgreSQL would read and sort all. */
const first = ({ limit }: Wanted) => sql`${order} limit (select ${limit}::int)`;

const afterCursor = ({ after }: Wanted) =>
  after ? sql`and (created_at, id) > (${after.createdAt}::timestamptz, ${after.id})` : empty;

/** What the rules say of a task, unless something stops it that others tell of. */
const ofRow = (wanted: Wanted, reason: AttentionReason): Sql => sql`
    select id, created_at from tasks
    where team_id = ${wanted.teamId} and attention = ${raw(`'${reason}'`)}
      ${reason === 'stale' ? sql`and not (in_queue and (${isPaused} or ${isOfStoppedAgent}))` : empty}
      ${afterCursor(wanted)} ${first(wanted)}`;

/** The tasks in the queue of which a column has the value of the row `stopped`. */
const inQueueOf = (column: string, wanted: Wanted): Sql => sql`
      select id, created_at from (
        select * from tasks
        where ${raw(column)} = stopped.id and status = 'todo' and archived_at is null ${afterCursor(wanted)}
        ${order} limit (select ${maxLookedAt}::int)
      ) as tasks
      where in_queue`;

const ofPaused = (wanted: Wanted): Sql => {
  const stopped = (type: string) => sql`(
      select subject_id as id from pauses
      where pauses.team_id = ${wanted.teamId} and subject_type = ${raw(`'${type}'`)}) as stopped`;
  const of = (type: string, column: string) => sql`(
    select each.* from ${stopped(type)} cross join lateral (${inQueueOf(column, wanted)} ${first(wanted)}) as each)`;
  return sql`
    select id, created_at from (
      ${of('team', 'team_id')} union ${of('project', 'project_id')} union ${of('agent', 'assigned_agent_id')}
    ) as tasks ${first(wanted)}`;
};

const ofStoppedAgents = (wanted: Wanted): Sql => sql`
    select each.* from (
      select id from agents where agents.team_id = ${wanted.teamId} and not ${canWork('agents')}
    ) as stopped cross join lateral (
      ${inQueueOf('assigned_agent_id', wanted)} and not ${isPaused} ${first(wanted)}
    ) as each ${first(wanted)}`;

/** SQL: id and time of creation of the tasks that wait for a person for this reason. */
export function attentionTasks(reason: AttentionReason, wanted: Wanted): Sql {
  if (reason === 'paused') return ofPaused(wanted);
  return reason === 'agent_cannot_work' ? ofStoppedAgents(wanted) : ofRow(wanted, reason);
}
