import { join, raw, type Sql, sql } from '@crewboard/db';

// SQL: the tasks whose `check_at` has come. The sweeper decides what happens to each (`sweep-tasks`).

/** The maximum of due tasks in one round of the sweeper. */
export const batchSize = 200;

/**
 * `isExpired`: whether the lease has ended; false if it was extended since the check was set. Null without a lease: the
 * task comes into the queue, is for all agents again (for 10 minutes it was not for those that had released it), or is
 * stale.
 */
export type DueTask = { taskId: string; teamId: string; isExpired: boolean | null };

/**
 * The kinds of due tasks, each with an index, the most urgent first. Stale checks come last, because any number of them
 * may be due at once: after an import, after a change of a project's times, and repeatedly for what is paused, which
 * becomes stale only after the pause.
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
 * The due tasks of one kind. Teams take turns: of the first 2,000 tasks, the first of each team comes before the second
 * of any. So a team with thousands of due tasks delays no other.
 */
const dueOf = (kind: Sql, kindIndex: number) => sql`
    (select ${raw(String(kindIndex))} as kind_index, id, team_id, lease_expires_at, turn, check_at from (
      select *, row_number() over (partition by team_id order by check_at) as turn from (
        select id, team_id, check_at, lease_expires_at from tasks
        where ${kind} and check_at <= now() order by check_at limit ${raw(String(10 * batchSize))}
      ) as first
    ) as numbered
    order by turn, check_at limit ${raw(String(batchSize))})`;

export const dueTasks: Sql = sql`
  select id as "taskId", team_id as "teamId", lease_expires_at <= clock_timestamp() as "isExpired"
  from (${join(kinds.map(dueOf), ' union all ')}) as each
  order by kind_index, turn, check_at limit ${raw(String(batchSize))}`;

/** SQL: when the next task becomes due. */
export const nextDueAt: Sql = sql`least(${join(
  kinds.map((kind) => sql`(select min(check_at) from tasks where ${kind} and check_at > now())`),
  ', ',
)})`;
