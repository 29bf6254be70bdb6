import { type Database, newId } from '@crewboard/db';

/**
 * Tokens and keys that expire soon, much later, or have expired; returns the agent whose token expires in three days.
 */
export async function seedExpiry(db: Database, teamId: string): Promise<string> {
  const { rows } = await db.pool.query<{ id: string; time: string }>(
    `update agents set token_expires_at = now() + given.time::interval, token_lifetime_seconds = 90 * 86400,
       previous_token_hash = sha256(agents.id::bytea), previous_token_until = now() + interval '20 hours'
     from (values ('Björn Lindqvist', '3 days'), ('Dawit Bekele', '-26 hours'), ('Elena Petrova', '60 days'))
       as given (name, time)
     where agents.name = given.name and team_id = $1 returning agents.id, given.time`,
    [teamId],
  );
  await db.pool.query(
    `insert into api_keys (id, team_id, name, token_hash, token_prefix, created_at, last_used_at, expires_at)
     select $1 || n, $2, name, sha256(($1 || n)::bytea), 'cb_team_' || substr(md5(name), 1, 4),
       now() - interval '80 days', now() - interval '3 hours', now() + time::interval
     from (values (1, 'Deployments', '10 days'), (2, 'Import of last year', '-3 days')) as given (n, name, time)`,
    [newId().slice(0, 20), teamId],
  );
  return rows.find(({ time }) => time === '3 days')?.id ?? '';
}
