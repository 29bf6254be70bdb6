import { noticeBounds, type TaskNotices } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, raw, sql } from '@crewboard/db';
import { jsonTime } from '../../define-row.ts';
import { actorName } from '../../events/event-row.ts';
import { firstBytes, largestShare } from './cut-texts.ts';

type NoticedComment = NonNullable<TaskNotices['comments']>[number];
type Row = Omit<NoticedComment, 'truncated'> & { bytes: number };
type Params = { taskId: string; agentId: string; since: string; until: string };

const maxBytes = raw(String(noticeBounds.bytes));

/** Reads from the end of the index of the task's comments, and no more of a text than all may have together. */
const statement = defineStatement<Params, Row>(
  ({ taskId, agentId, since, until }) => sql`
  select id, left(body, ${maxBytes}) as body, octet_length(body) as bytes,
    json_build_object('kind', author_kind, 'id', author_id, 'name', ${actorName(raw('author_kind'), raw('author_id'))}) as author,
    ${jsonTime(raw('created_at'))} as "createdAt"
  from (
    select * from comments
    where task_id = ${taskId} and created_at >= ${since}::timestamptz and created_at < ${until}::timestamptz
      and not (author_kind = 'agent' and author_id = ${agentId})
    order by created_at desc, id desc limit ${raw(String(noticeBounds.comments))}
  ) as newest
  order by created_at, id`,
);

/**
 * The comments that a heartbeat hands out: by others than this agent, from `since` until before `until`. At most the
 * three newest, with 4 KiB of text in all, the oldest first. The longest texts are cut.
 */
export async function readNewComments(db: Queryable, params: Params): Promise<NoticedComment[]> {
  const rows = await queryMany(db, statement, params);
  const share = largestShare(
    rows.map(({ bytes }) => bytes),
    noticeBounds.bytes,
  );
  return rows.map(({ id, body, bytes, author, createdAt }) => {
    const isCut = bytes > share && { truncated: true as const };
    return { id, body: firstBytes(body, share), author, createdAt, ...isCut };
  });
}
