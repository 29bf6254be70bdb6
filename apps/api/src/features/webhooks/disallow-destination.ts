import { type Database, queryOne, sql } from '@crewboard/db';

type Call = { ctx: { db: Database }; input: { teamId: string; destination: string } };

/** Removes a rule of a team: its next delivery to this destination is not sent. Throws when there is no such rule. */
export async function disallowDestination({ ctx, input }: Call): Promise<void> {
  const { teamId, destination } = input;
  const rule = await queryOne(
    ctx.db,
    sql`delete from webhook_allow_rules where team_id = ${teamId} and destination = ${destination} returning team_id`,
  );
  if (!rule) throw new Error(`the team has no rule for ${destination}. List them with: webhook-allow --list`);
}
