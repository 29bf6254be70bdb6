import { type Database, queryOne, sql } from '@crewboard/db';

type Call = { ctx: { db: Database }; input: { teamId: string; destination: string } };

/**
 * Deletes the team's rule for exactly this destination, from the next delivery on. Other rules and WEBHOOK_ALLOW still
 * apply. Throws when the team has no such rule.
 */
export async function deleteAllowRule({ ctx, input }: Call): Promise<void> {
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
