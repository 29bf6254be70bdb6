import type { Comment, CreateComment } from '@crewboard/contracts';
import { newId, raw, sql } from '@crewboard/db';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import { acquireLock, lockSubject } from '../events/lock-subject.ts';
import { type EventActorParams, eventActorParams, recordEvent } from '../events/record-event.ts';
import { defineKeyedStatement, queryKeyed } from '../idempotency/keep-response.ts';
import { taskRow } from '../tasks/task-row.ts';
import type { VerbContext } from '../verb-context.ts';
import { type CommentRow, commentRow, toComment } from './comment-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof CreateComment> };
type Params = EventActorParams & { id: string; taskId: string; body: string };

/** Locks the task, so that the event comes after the event of the task state in its snapshot. */
const statement = defineKeyedStatement<Params, CommentRow>(
  (p, keepResponse) => sql`
  with ${lockSubject('tasks', { id: p.taskId, teamId: p.teamId })},
  task as (
    select * from tasks where id = ${p.taskId} and team_id = ${p.teamId} and ${acquireLock} for no key update
  ),
  created as (
    insert into comments (id, team_id, task_id, author_kind, author_id, body, created_at)
    select ${p.id}, ${p.teamId}, task.id, ${p.actorKind}::actor_kind, ${p.actorId}, ${p.body}, clock_timestamp() from task
    returning *
  ),
  event as (${recordEvent({
    actor: p,
    type: 'task.commented',
    subject: 'task',
    snapshot: taskRow.snapshot,
    after: 'task',
    changes: sql`(
        select jsonb_build_object('comment', jsonb_build_object('before', null, 'after', ${commentRow.snapshot('created')}))
        from created)`,
  })})${keepResponse(commentRow.json('created'), raw('created'))}
  select ${commentRow.columns('created')} from created`,
);

/** Adds a comment to a task in any status. Throws NOT_FOUND. */
export async function createComment({ ctx, input }: Call): Promise<Comment> {
  const { taskId, body } = input;
  const row = await queryKeyed(ctx, statement, { ...eventActorParams(ctx), id: newId(), taskId, body });
  if (!row) throw notFound();
  return toComment(row);
}
