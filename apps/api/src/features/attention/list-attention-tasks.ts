import type { AttentionTaskPage, AttentionTaskQuery } from '@crewboard/contracts';
import { queryMany, sql } from '@crewboard/db';
import type { z } from 'zod';
import { jsonTime } from '../define-row.ts';
import type { VerbContext } from '../verb-context.ts';
import { attentionTasks } from './attention-tasks.ts';
import { readAttentionTasks } from './read-attention-tasks.ts';

type Call = { ctx: VerbContext; input: z.output<typeof AttentionTaskQuery> };

/** The tasks that wait for a person for one reason, the oldest first. A page may be short and have a next one. */
export async function listAttentionTasks({ ctx, input }: Call): Promise<AttentionTaskPage> {
  const { reason, limit, cursor: after } = input;
  const found = await queryMany<{ id: string; createdAt: string }>(
    ctx.db.reads,
    sql`
    select id, ${jsonTime(sql`created_at`)} as "createdAt"
    from (${attentionTasks(reason, { teamId: ctx.actor.teamId, limit: limit + 1, after })}) as found
    order by created_at, id`,
  );
  const page = found.slice(0, limit);
  const ids = page.map(({ id }) => id);
  return {
    tasks: await readAttentionTasks(ctx.db.reads, reason, ids),
    nextCursor: found.length > limit ? (page.at(-1) ?? null) : null,
  };
}
