import { join, raw, type Sql, sql } from '@crewboard/db';

// SQL: the tasks whose time to be looked at has come.

/** Tasks of one round. */
export const batchSize = 200;

/** `isExpired`: its lease; null without one: the task comes into the queue, is for all agents again, or is stale. */
export type Due = { taskId: string; teamId: string; isExpired: boolean | null };

/**
 * Each has an index, in the order in which they are looked at. Any number of stale checks may be due: after an import, where the
 * times of a project were changed, or of what is paused, again and again. So what agents can start comes before them.
 */
const kinds = [
  // Leases.
  raw('lease_seconds is not null'),
  // Tasks that come into the queue, or are for all agents again.
  raw(
    'lease_seconds is null and check_at is not null and held_since is null and (not in_queue or released_by is not null)',
  ),
  // Stale checks.
  raw(
    'lease_seconds is null and check_at is not null and (held_since is not null or in_queue and released_by is null)',
  ),
];

/**
 * Those of one kind. A team with thousands of them delays no other: of the first 2,000, the first of each team come before
 * the second.
 */
const dueOf = (kind: Sql, turn: number) => sql`
    (select ${raw(String(turn))} as turn, id, team_id, lease_expires_at, place, check_at from (
      select *, row_number() over (partition by team_id order by check_at) as place from (
        select id, team_id, check_at, lease_expires_at from tasks
        where ${kind} and check_at <= now() order by check_at limit ${raw(String(10 * batchSize))}
      ) as first
    ) as placed
    order by place, check_at limit ${raw(String(batchSize))})`;

export const dueTasks: Sql = sql`
  select id as "taskId", team_id as "teamId", lease_expires_at <= clock_timestamp() as "isExpired"
  from (${join(kinds.map(dueOf), ' union all ')}) as each
  order by turn, place, check_at limit ${raw(String(batchSize))}`;

/** When the next task is due that is not yet. */
export const nextDueAt: Sql = sql`least(${join(
  kinds.map((kind) => sql`(select min(check_at) from tasks where ${kind} and check_at > now())`),
  ', ',
)})`;
