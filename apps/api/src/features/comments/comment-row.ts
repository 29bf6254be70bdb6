import type { Comment } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
import { column, defineRow, type RowOf, responseOnly, time } from '../define-row.ts';
import { actorName } from '../events/event-row.ts';

const author = (row: string) => {
  const [kind, id] = [raw(`${row}.author_kind`), raw(`${row}.author_id`)];
  return sql`json_build_object('kind', ${kind}, 'id', ${id}, 'name', ${actorName(kind, id)})`;
};

/**
 * A row of comments. The event of a comment has its snapshot fields inside the snapshot of the task; the author is the
 * actor.
 */
export const commentRow = defineRow({
  id: column<string>(),
  taskId: responseOnly(column<string>()),
  body: column<string>(),
  author: responseOnly(column<Comment['author']>({ sql: author })),
  createdAt: time(),
});

export type CommentRow = RowOf<typeof commentRow>;

export const toComment: (row: CommentRow) => Comment = commentRow.toContract;
