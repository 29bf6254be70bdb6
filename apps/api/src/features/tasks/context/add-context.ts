import type { TaskInContext } from '@crewboard/contracts';
import type { VerbContext } from '../../verb-context.ts';
import { readNext } from '../next/read-next.ts';
import { countChildren } from './count-children.ts';
import { readAttemptContext } from './read-attempt-context.ts';
import { readBlockers } from './read-blockers.ts';
import { readInstructions } from './read-instructions.ts';

type Call<Output> = { ctx: VerbContext; input: { include?: string | undefined }; output: Output };
type Reader = (ctx: VerbContext, task: TaskInContext) => Promise<unknown>;

/** Reads a part of the response by its name in `include`: after the commit, so it is not stored under an Idempotency-Key. */
const readers: Record<string, Reader> = {
  instructions: readInstructions,
  context: readAttemptContext,
  blockers: readBlockers,
  children: countChildren,
  next: async ({ db }, { id }) => (await readNext(db, [id])).get(id)?.next ?? null,
};

/** Adds the parts to a task that the request names in `include`. */
export async function addContext<Output extends TaskInContext | undefined>({
  ctx,
  input,
  output,
}: Call<Output>): Promise<Output> {
  if (!output || !input.include) return output;
  const included = new Set(input.include.split(','));
  const read = async (name: string) => [name, await readers[name]?.(ctx, output)] as const;
  return { ...output, ...Object.fromEntries(await Promise.all([...included].map(read))) };
}
