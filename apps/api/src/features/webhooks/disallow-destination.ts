import type { Database } from '@crewboard/db';

type Call = { ctx: { db: Database }; input: { teamId: string; destination: string } };

/** Removes a rule of a team: its next delivery to this destination is not sent. Throws when there is no such rule. */
export async function disallowDestination({ ctx, input }: Call): Promise<void> {
  const { teamId, destination } = input;
  const { rowCount } = await ctx.db.pool.query(
    'delete from webhook_allow_rules where team_id = $1 and destination = $2',
    [teamId, destination],
  );
  if (!rowCount)
    throw new Error(`the team has no rule for ${destination}. List them with: webhook-allow --list`);
}
