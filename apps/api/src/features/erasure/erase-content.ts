import {
  defineStatement,
  type Expression,
  type Queryable,
  queryOne,
  raw,
  type Sql,
  sql,
} from '@crewboard/db';
import { erasedChanges, erasedSnapshot, hasContent, mayHaveContent } from '../events/erased-content.ts';

// Erases what other tables still have of deleted tasks and projects. Each statement is small, finds by itself what is
// left, and changes nothing if it runs again, so any process may run it. Docs: docs/decisions/0022-deletion.md.

const maxRows = 250;
const limit = raw(`limit ${maxRows}`);

/** Erases up to 250 rows of each table; true while there may be more. */
export async function eraseContent(db: Queryable, ids: readonly string[]): Promise<boolean> {
  let hasMore = false;
  for (const statement of statements) {
    const { count } = (await queryOne(db, statement, { ids })) ?? { count: 0 };
    hasMore ||= count >= maxRows;
  }
  return hasMore;
}

/** The subjects, in the order in which all processes lock their rows. */
const subjects = (ids: Expression) =>
  sql`(select id from unnest(${ids}::text[]) as id order by id) as subject`;

const eraseEvents = (ids: Expression) => sql`
  update events set snapshot = ${erasedSnapshot('events')}, changes = ${erasedChanges('events')}
  from (
    select event.* from ${subjects(ids)} cross join lateral (
      select xid, id from events
      where subject_id = subject.id and ${mayHaveContent('events')} and ${hasContent('events')}
      order by xid, id ${limit} for no key update
    ) as event ${limit}
  ) as next
  where (events.xid, events.id) = (next.xid, next.id)`;

/** Erases the responses of webhook receivers, which may repeat the content that they were sent. */
const eraseReceiverResponses = (ids: Expression) => sql`
  update webhook_deliveries set response = webhook_deliveries.response || '{"body": ""}'
  from (
    select delivery.* from ${subjects(ids)} cross join lateral (
      select delivery.id from events join webhooks using (team_id)
        join webhook_deliveries delivery on delivery.webhook_id = webhooks.id
          and delivery.event_id = events.id and delivery.event_xid = events.xid
      where subject_id = subject.id and delivery.response->>'body' <> ''
      order by delivery.id ${limit} for no key update of delivery
    ) as delivery ${limit}
  ) as next
  where webhook_deliveries.id = next.id`;

/** Deletes rows of a table by the column with their subject, `owner`. `key`: the columns of its primary key. */
const deleteRows = (table: string, owner: string, key: string) => (ids: Expression) =>
  sql`
  delete from ${raw(table)} where (${raw(key)}) in (
    select next.* from ${subjects(ids)} cross join lateral (
      select ${raw(key)} from ${raw(table)} where ${raw(owner)} = subject.id order by ${raw(key)} ${limit} for update
    ) as next ${limit})`;

const defineErasure = (change: (ids: Expression) => Sql) =>
  defineStatement<{ ids: readonly string[] }, { count: number }>(
    ({ ids }) => sql`with changed as (${change(ids)} returning 1) select count(*)::int as count from changed`,
  );

const statements = [
  eraseEvents,
  eraseReceiverResponses,
  deleteRows('comments', 'task_id', 'id'),
  deleteRows('task_texts', 'task_id', 'task_id, field, version'),
  deleteRows('task_attempts', 'task_id', 'task_id, attempt'),
  deleteRows('removed_history', 'subject_id', 'team_id, subject_id'),
].map(defineErasure);
