import { noticeBounds, type TaskNotices } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, raw, sql } from '@crewboard/db';
import { jsonTime } from '../define-row.ts';
import { actorName } from '../events/event-row.ts';
import { firstBytes } from '../first-bytes.ts';

type NoticedComment = NonNullable<TaskNotices['comments']>[number];
type Row = NoticedComment & { isCut: boolean };
type Params = { taskId: string; agentId: string; since: string; until: string };

const maxBytes = raw(String(noticeBounds.bytes));

/** By the index of the comments of a task, from its end. No more of a text is read than fits. */
const statement = defineStatement<Params, Row>(
  ({ taskId, agentId, since, until }) => sql`
  select id, left(body, ${maxBytes}) as body, octet_length(body) > ${maxBytes} as "isCut",
    json_build_object('kind', author_kind, 'id', author_id, 'name', ${actorName(raw('author_kind'), raw('author_id'))}) as author,
    ${jsonTime(raw('created_at'))} as "createdAt"
  from (
    select * from comments
    where task_id = ${taskId} and created_at >= ${since}::timestamptz and created_at < ${until}::timestamptz
      and not (author_kind = 'agent' and author_id = ${agentId})
    order by created_at desc, id desc limit ${raw(String(noticeBounds.comments))}
  ) as newest
  order by created_at desc, id desc`,
);

/**
 * The newest comments on a task by others than this agent in a span of time, its end excluded: at most three with 4 KiB of
 * text in all, the oldest first. The newest has the room first.
 */
export async function readNewComments(db: Queryable, params: Params): Promise<NoticedComment[]> {
  let left = noticeBounds.bytes;
  const noticed = (await queryMany(db, statement, params)).map((row) => {
    const { id, body: whole, author, createdAt } = row;
    const body = firstBytes(whole, left);
    left -= Buffer.byteLength(body);
    const isCut = row.isCut || body !== whole;
    return { id, body, author, createdAt, ...(isCut && { truncated: true as const }) };
  });
  return noticed.reverse();
}
