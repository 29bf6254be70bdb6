import { type Comment, type CreateComment, decideComment } from '@crewboard/contracts';
import { defineStatement, newId, queryOne, sql } from '@crewboard/db';
import { actorName } from '../events/event-row.ts';
import { changeTask } from '../tasks/change/change-task.ts';
import type { Call } from '../verb-context.ts';

const selectName = defineStatement<{ kind: string; id: string }, { name: string | null }>(
  ({ kind, id }) => sql`select ${actorName(sql`${kind}::text`, id)} as name`,
);

/**
 * Adds a comment to a task in any status: a change of the task, so that its event is in the task's order. Throws
 * NOT_FOUND.
 */
export async function createComment({ ctx, input }: Call<typeof CreateComment>): Promise<Comment> {
  const { taskId, body } = input;
  const { kind, id: authorId } = ctx.actor;
  const author = await queryOne(ctx.db, selectName, { kind, id: authorId });
  const comment = { id: newId(), body };
  const respond = (_: unknown, createdAt: string): Comment => ({
    ...{ ...comment, taskId, createdAt },
    author: { kind, id: authorId, name: author?.name ?? null },
  });
  const { task, at } = await changeTask(ctx, taskId, { decide: decideComment, comment, respond });
  return respond(task, at);
}
