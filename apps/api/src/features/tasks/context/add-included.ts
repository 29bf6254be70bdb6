import type { TaskInContext } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import type { VerbContext } from '../../verb-context.ts';
import { readNext } from '../next/read-next.ts';
import { countChildren } from './count-children.ts';
import { readAttemptContext } from './read-attempt-context.ts';
import { readBlockers } from './read-blockers.ts';

/** `output`: undefined if claim-next found no task. */
type Call<Output> = { ctx: VerbContext; input: { include?: string | undefined }; output: Output };
type Reader = (ctx: VerbContext, task: TaskInContext) => Promise<unknown>;

/** Adds the parts to a task that the request names in `include`. */
export async function addIncludedParts<Output extends TaskInContext | undefined>({
  ctx,
  input,
  output,
}: Call<Output>): Promise<Output> {
  if (!output || !input.include) return output;
  const included = new Set(input.include.split(','));
  const read = async (name: string) => [name, await readers[name]?.(ctx, output)] as const;
  return { ...output, ...Object.fromEntries(await Promise.all([...included].map(read))) };
}

const selectInstructions = defineStatement<
  { projectId: string; teamId: string },
  { instructions: string | null }
>(
  ({ projectId, teamId }) => sql`
  select instructions from projects where id = ${projectId} and team_id = ${teamId}`,
);

const readInstructions: Reader = async ({ db, actor: { teamId } }, { projectId }) =>
  (await queryOne(db, selectInstructions, { projectId, teamId }))?.instructions ?? null;

/** How each part is read, by its name in `include`, which the contract has checked. See `AddIncluded`. */
const readers: Record<string, Reader> = {
  instructions: readInstructions,
  context: readAttemptContext,
  blockers: readBlockers,
  children: countChildren,
  next: async ({ db }, { id }) => (await readNext(db, [id])).get(id)?.next ?? null,
};
