import { type BlockerInContext, contextBounds, type Task } from '@crewboard/contracts';
import { defineStatement, queryMany, raw, sql } from '@crewboard/db';
import type { VerbContext } from '../../verb-context.ts';
import { firstBytes, largestShare } from './cut-texts.ts';

type Row = Omit<BlockerInContext, 'truncated'> & { bytes: number };

const maxBytes = raw(String(contextBounds.blockerBytes));

/** Reads no more of a result than all may have together. `limit 1` makes each a lookup. */
const statement = defineStatement<{ taskIds: readonly string[] }, Row>(
  ({ taskIds }) => sql`
  select task.* from unnest(${taskIds}::text[]) with ordinality as wanted (id, place)
    cross join lateral (
      select id, title, status, left(result, ${maxBytes}) as result, coalesce(octet_length(result), 0) as bytes
      from tasks where tasks.id = wanted.id limit 1
    ) as task
  order by place`,
);

/**
 * The part `blockers` of `include`: the tasks that a task waits for, with their results. At most 32 KiB of text in all,
 * titles included.
 */
export async function readBlockers({ db }: VerbContext, { blockedBy }: Task): Promise<BlockerInContext[]> {
  if (blockedBy.length === 0) return [];
  const rows = await queryMany(db, statement, { taskIds: blockedBy });
  const sizes = rows.flatMap(({ title, bytes }) => [Buffer.byteLength(title), bytes]);
  const share = largestShare(sizes, contextBounds.blockerBytes);
  return rows.map(({ bytes, title, result, ...blocker }) => {
    const isCut = bytes > share || Buffer.byteLength(title) > share;
    const texts = { title: firstBytes(title, share), result: result && firstBytes(result, share) };
    return { ...blocker, ...texts, ...(isCut && { truncated: true as const }) };
  });
}
