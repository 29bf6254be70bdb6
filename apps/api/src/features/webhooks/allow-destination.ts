import type { Database } from '@crewboard/db';

type Call = { ctx: { db: Database }; input: { teamId: string; destination: string; expiresAt?: Date } };

/** They are read with every delivery of the team. */
const maxRules = 100;

const statement = `
  with team as (select id from teams where id = $1 for no key update),
  expired as (delete from webhook_allow_rules where team_id = $1 and destination <> $2 and expires_at <= now())
  insert into webhook_allow_rules (team_id, destination, expires_at)
  select id, $2, $3 from team
  where (select count(*) from webhook_allow_rules
         where team_id = $1 and destination <> $2 and (expires_at is null or expires_at > now())) < ${maxRules}
  on conflict (team_id, destination) do update set expires_at = excluded.expires_at`;

/**
 * Lets the webhooks of one team reach a destination that is not public, given as writeAllowRule writes it, until
 * `expiresAt` or for good. One that is allowed already gets the new end. Throws when the team has 100 rules.
 */
export async function allowDestination({ ctx, input }: Call): Promise<void> {
  const { teamId, destination, expiresAt } = input;
  const { rowCount } = await ctx.db.pool.query(statement, [teamId, destination, expiresAt ?? null]);
  if (!rowCount) throw new Error(`a team has at most ${maxRules} rules: remove one first (--remove).`);
}
