import type { AttentionTaskPage, AttentionTaskQuery } from '@crewboard/contracts';
import { queryMany, sql } from '@crewboard/db';
import { jsonTime } from '../define-row.ts';
import type { Call } from '../verb-context.ts';
import { attentionTasks } from './attention-tasks.ts';
import { readAttentionTasks } from './read-attention-tasks.ts';

/** `isEnd`: the last task that was looked at in an index, match or not. */
type Found = { id: string; createdAt: string; isMatch: boolean; isEnd: boolean };

/**
 * A page of the tasks that wait for a person for one reason, the oldest first. It may be short and still have a next
 * page.
 */
export async function listAttentionTasks({
  ctx,
  input,
}: Call<typeof AttentionTaskQuery>): Promise<AttentionTaskPage> {
  const { reason, limit, cursor: after } = input;
  const found = await queryMany<Found>(
    ctx.db.reads,
    sql`
    select id, ${jsonTime(sql`created_at`)} as "createdAt", is_match as "isMatch", is_end as "isEnd"
    from (${attentionTasks(reason, { teamId: ctx.actor.teamId, limit: limit + 1, after })}) as found
    order by created_at, id`,
  );
  // Cut the page at the first end: the later tasks of its index are unknown.
  const end = found.findIndex(({ isEnd }) => isEnd);
  const waiting = (end < 0 ? found : found.slice(0, end + 1)).filter(({ isMatch }) => isMatch);
  const page = waiting.slice(0, limit);
  const ids = page.map(({ id }) => id);
  const last = waiting.length > limit ? page.at(-1) : found[end];
  return {
    tasks: await readAttentionTasks(ctx.db.reads, reason, ids),
    nextCursor: last ? { createdAt: last.createdAt, id: last.id } : null,
  };
}
