import type { Comment, CreateComment } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import { lockSubject, lockTaken } from '../events/lock-subject.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { taskJson } from '../tasks/task-row.ts';
import type { VerbContext } from '../verb-context.ts';
import { type CommentRow, commentChange, commentColumns, toComment } from './comment-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof CreateComment> };

/** The task is locked, so that the event has its place in the log after that of the state which it shows. */
const statement = `
  with ${lockSubject('tasks', '$6')},
  task as (select * from tasks where id = $6 and team_id = $1 and ${lockTaken} for no key update),
  created as (
    insert into comments (id, team_id, task_id, author_kind, author_id, body, created_at)
    select $5, $1, task.id, $2::actor_kind, $3, $7, clock_timestamp() from task
    returning *
  ),
  event as (${recordEvent({
    type: 'task.commented',
    subject: 'task',
    json: taskJson,
    after: 'task',
    changes: `(select ${commentChange('created')} from created)`,
  })})
  select ${commentColumns('created')} from created`;

/** Says something about a task, whatever its status. */
export async function createComment({ ctx, input }: Call): Promise<Comment> {
  const { rows } = await ctx.db.pool.query<CommentRow>({
    name: 'create-comment',
    text: statement,
    values: [...writer(ctx), newId(), input.taskId, input.body],
  });
  if (!rows[0]) throw notFound();
  return toComment(rows[0]);
}
