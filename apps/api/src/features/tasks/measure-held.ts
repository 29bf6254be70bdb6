import { defineStatement, type Queryable, queryOne, raw, sql } from '@crewboard/db';
import { isTeamNotDeleted } from '#src/is-team-not-deleted.ts';

/** How many tasks in progress of one team are read, the oldest first. */
const maxOfTeam = raw('1000');

/**
 * The numbers of tasks that are held without a lease for at least an hour, a day and a week, each including the next:
 * nothing ends such a claim by itself.
 */
export type HeldTasks = { hour: number; day: number; week: number };

/** Reads the index of the board's column for each team. */
const statement = defineStatement<object, HeldTasks>(
  () => sql`
  select count(*)::int as hour, count(*) filter (where held_for >= interval '1 day')::int as day,
    count(*) filter (where held_for >= interval '7 days')::int as week
  from (
    select now() - held_since as held_for from (select id from teams where ${isTeamNotDeleted('teams.id')}) as teams cross join lateral (
      select held_since, lease_seconds from tasks
      where team_id = teams.id and status = 'in_progress' and archived_at is null
      order by status_changed_at, id limit ${maxOfTeam}
    ) as task
    where held_since < now() - interval '1 hour' and lease_seconds is null
  ) as held`,
);

/**
 * Counts the held tasks of all teams, among the 1,000 of each team that are in progress for longest. For the metrics.
 */
export const measureHeld = async (db: Queryable): Promise<HeldTasks> =>
  (await queryOne(db, statement, {})) ?? { hour: 0, day: 0, week: 0 };
