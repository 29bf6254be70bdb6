import type { TestApi, TestTeam } from '../harness.ts';

export type LogRow = {
  eventId: string;
  type: string;
  at: string;
  actorKind: string;
  actorId: string | null;
  snapshot: object;
  changes: object | null;
};

/** The log of the team with the ids that readers see. */
export async function logRowsOf(api: TestApi, team: TestTeam): Promise<LogRow[]> {
  const { rows } = await api.db.pool.query<LogRow>(
    `select xid::text || '-' || id as "eventId", type, created_at as at, actor_kind as "actorKind", actor_id as "actorId",
       snapshot, changes
     from events where team_id = $1 order by xid, id`,
    [team.teamId],
  );
  return rows;
}
