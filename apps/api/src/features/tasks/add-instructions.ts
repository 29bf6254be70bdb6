import type { TaskInContext } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import type { VerbContext } from '../verb-context.ts';

type Call<Output> = { ctx: VerbContext; input: { include?: 'instructions' | undefined }; output: Output };

const statement = defineStatement<{ projectId: string; teamId: string }, { instructions: string | null }>(
  ({ projectId, teamId }) => sql`
  select instructions from projects where id = ${projectId} and team_id = ${teamId}`,
);

/** The task with the instructions of its project, if the request has included them. */
export async function addInstructions<Output extends TaskInContext | undefined>({
  ctx,
  input,
  output,
}: Call<Output>): Promise<Output> {
  if (!output || input.include !== 'instructions') return output;
  const { projectId } = output;
  const project = await queryOne(ctx.db, statement, { projectId, teamId: ctx.actor.teamId });
  return { ...output, instructions: project?.instructions ?? null };
}
