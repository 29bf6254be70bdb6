import type { TestApi, TestTeam } from '../../harness.ts';

/** Inserts so many tasks without their events, the newest last. The id is that of the team with `-1`, `-2`, … */
export const insertTasks = (api: TestApi, { teamId, projectId }: TestTeam, count: number, title = 'T') =>
  api.db.pool.query(
    `insert into tasks (id, team_id, project_id, title, created_at)
     select $1 || '-' || n, $1, $2, $4, now() + n * interval '1 ms' from generate_series(1, $3::int) as n`,
    [teamId, projectId, count, title],
  );
