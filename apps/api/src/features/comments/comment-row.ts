import type { Comment, EventActor } from '@crewboard/contracts';
import { actorName } from '../events/event-row.ts';
import { jsonTime } from '../events/record-event.ts';

/** A row of comments as `commentColumns` selects it. */
export type CommentRow = {
  id: string;
  taskId: string;
  body: string;
  authorKind: EventActor['kind'];
  authorId: string;
  authorName: string | null;
  createdAt: Date;
};

/** The columns of a comment, from the name of a row. */
export const commentColumns = (row: string) => `
  ${row}.id, ${row}.task_id as "taskId", ${row}.body, ${row}.author_kind as "authorKind",
  ${row}.author_id as "authorId", ${actorName(`${row}.author_kind`, `${row}.author_id`)} as "authorName",
  ${row}.created_at as "createdAt"`;

/** What the event of a comment tells beside the task: the comment itself. Who wrote it is the event's actor. */
export const commentChange = (
  row: string,
) => `jsonb_build_object('comment', jsonb_build_object('before', null,
  'after', jsonb_build_object('id', ${row}.id, 'body', ${row}.body,
    'createdAt', ${jsonTime(`${row}.created_at`)})))`;

export function toComment(row: CommentRow): Comment {
  return {
    id: row.id,
    taskId: row.taskId,
    body: row.body,
    author: { kind: row.authorKind, id: row.authorId, name: row.authorName },
    createdAt: row.createdAt.toISOString(),
  };
}
