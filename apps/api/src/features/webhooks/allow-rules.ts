import { type Database, defineStatement, queryOne, raw, type Sql, sql } from '@crewboard/db';

// The rules of a team that let its webhooks reach destinations that are not public. Operators make them at the command
// line.

/** Bounded, because every delivery of the team reads the rules. */
const maxRules = 100;

type Rule = { teamId: string; destination: string };
type Call<Input> = { ctx: { db: Database }; input: Input };

const lockTeam = defineStatement<{ teamId: string }, object>(
  ({ teamId }) => sql`select from teams where id = ${teamId} for no key update`,
);

const save = defineStatement<Rule & { expiresAt: Date | null }, object>(
  ({ teamId, destination, expiresAt }) => sql`
  with expired as (
    delete from webhook_allow_rules
    where team_id = ${teamId} and destination <> ${destination} and expires_at <= now()
  )
  insert into webhook_allow_rules (team_id, destination, expires_at)
  select id, ${destination}, ${expiresAt} from teams
  where id = ${teamId} and (select count(*) from webhook_allow_rules
         where team_id = ${teamId} and destination <> ${destination}
           and (expires_at is null or expires_at > now())) < ${raw(`${maxRules}`)}
  on conflict (team_id, destination) do update set expires_at = excluded.expires_at
  returning team_id`,
);

/**
 * Allows the webhooks of one team to reach a destination that is not public, in the form of `writeAllowRule`, until
 * `expiresAt` or without an end. An existing rule gets the new end. Throws when the team has 100 rules.
 */
export async function saveAllowRule({ ctx, input }: Call<Rule & { expiresAt?: Date }>): Promise<void> {
  const { teamId, destination, expiresAt = null } = input;
  // Lock in a statement of its own, so that the count has the rules that were saved during the wait.
  const rule = await ctx.db.transaction(async (connection) => {
    await queryOne(connection, lockTeam, { teamId });
    return queryOne(connection, save, { teamId, destination, expiresAt });
  });
  if (!rule) throw new Error(`a team has at most ${maxRules} rules: remove one first (--remove).`);
}

/**
 * Deletes the team's rule for exactly this destination, from the next delivery on. Other rules and WEBHOOK_ALLOW still
 * apply. Throws when the team has no such rule.
 */
export async function deleteAllowRule({ ctx, input }: Call<Rule>): Promise<void> {
  const { teamId, destination } = input;
  const rule = await queryOne(
    ctx.db,
    sql`delete from webhook_allow_rules where team_id = ${teamId} and destination = ${destination} returning team_id`,
  );
  if (!rule)
    throw new Error(
      `the team has no rule for ${destination}. List its rules with: webhook-allow ${teamId} --list`,
    );
}

/**
 * SQL: the rules of a team in force, as one text in the form of WEBHOOK_ALLOW, which `readAllowList` reads. `teamId` is
 * an SQL expression.
 */
export const teamAllowList = (teamId: string): Sql =>
  raw(`(select coalesce(string_agg(destination, ','), '') from webhook_allow_rules
    where team_id = ${teamId} and (expires_at is null or expires_at > now()))`);
