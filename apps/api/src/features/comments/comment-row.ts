import type { Comment } from '@crewboard/contracts';
import { type CommentModel, raw } from '@crewboard/db';
import { column, defineRow, type RowOf, responseOnly, time } from '../define-row.ts';
import { actorName } from '../events/event-row.ts';

/** The event of a comment adds this to the snapshot of the task; the author is the event's actor. */
export const commentRow = defineRow({
  id: column<string>(),
  taskId: responseOnly(column<string>()),
  body: column<string>(),
  authorKind: responseOnly(column<CommentModel['authorKind']>()),
  authorId: responseOnly(column<string>()),
  authorName: responseOnly(
    column<string | null>({ sql: (row) => actorName(raw(`${row}.author_kind`), raw(`${row}.author_id`)) }),
  ),
  createdAt: time(),
});

export type CommentRow = RowOf<typeof commentRow>;

export function toComment(row: CommentRow): Comment {
  const { authorKind, authorId, authorName, ...comment } = commentRow.toContract(row);
  return { ...comment, author: { kind: authorKind, id: authorId, name: authorName } };
}
