import { type Database, defineStatement, queryOne, raw, sql } from '@crewboard/db';

type Call = { ctx: { db: Database }; input: { teamId: string; destination: string; expiresAt?: Date } };
type Params = { teamId: string; destination: string; expiresAt: Date | null };

/** Bounded, because every delivery of the team reads the rules. */
const maxRules = 100;

const statement = defineStatement<Params, object>(
  ({ teamId, destination, expiresAt }) => sql`
  with team as (select id from teams where id = ${teamId} for no key update),
  expired as (
    delete from webhook_allow_rules
    where team_id = ${teamId} and destination <> ${destination} and expires_at <= now()
  )
  insert into webhook_allow_rules (team_id, destination, expires_at)
  select id, ${destination}, ${expiresAt} from team
  where (select count(*) from webhook_allow_rules
         where team_id = ${teamId} and destination <> ${destination}
           and (expires_at is null or expires_at > now())) < ${raw(`${maxRules}`)}
  on conflict (team_id, destination) do update set expires_at = excluded.expires_at
  returning team_id`,
);

/**
 * Allows the webhooks of one team to reach a destination that is not public, in the form of `writeAllowRule`, until
 * `expiresAt` or without an end. An existing rule gets the new end. Throws when the team has 100 rules.
 */
export async function saveAllowRule({ ctx, input }: Call): Promise<void> {
  const { teamId, destination, expiresAt = null } = input;
  const rule = await queryOne(ctx.db, statement, { teamId, destination, expiresAt });
  if (!rule) throw new Error(`a team has at most ${maxRules} rules: remove one first (--remove).`);
}
