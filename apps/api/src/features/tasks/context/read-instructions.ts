import type { Task } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import type { VerbContext } from '../../verb-context.ts';

const statement = defineStatement<{ projectId: string; teamId: string }, { instructions: string | null }>(
  ({ projectId, teamId }) => sql`
  select instructions from projects where id = ${projectId} and team_id = ${teamId}`,
);

/** The part `instructions` of `include`: those of the project; null without any. */
export async function readInstructions(
  { db, actor }: VerbContext,
  { projectId }: Task,
): Promise<string | null> {
  return (await queryOne(db, statement, { projectId, teamId: actor.teamId }))?.instructions ?? null;
}
