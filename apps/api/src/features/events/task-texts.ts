import { isTextReference, type TextReference } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, raw, sql } from '@crewboard/db';

// Events do not copy texts above 1 KiB. A snapshot or a change in the log has a reference to the row of `task_texts`
// that was written when the text changed; responses and webhook payloads have the text itself.

/** As `is_large_text` in the database. */
export const maxSmallTextBytes = 1_024;

/** SQL: the field in a snapshot (the text, or a reference), from the name of a row of tasks. */
export const textInSnapshot = (field: 'description' | 'result') => (row: string) =>
  raw(`case when ${row}.${field}_version is null then to_jsonb(${row}.${field})
      else jsonb_build_object('textVersion', ${row}.${field}_version, 'bytes', octet_length(${row}.${field})) end`);

/** SQL: the description of an agent or project in a snapshot (the text, or a reference), from the name of a row. */
export const descriptionInSnapshot = (row: string) =>
  raw(`case when is_large_text(${row}.description)
      then jsonb_build_object('textVersion', ${row}.description_version, 'bytes', octet_length(${row}.description))
      else to_jsonb(${row}.description) end`);

/** SQL: whether an event has references to texts. */
export const hasTextReferences = (event: string) =>
  raw(`(jsonb_path_exists(${event}.snapshot, '$.*.textVersion')
    or coalesce(jsonb_path_exists(${event}.changes, '$.*.*.textVersion'), false))`);

/**
 * SQL: the bytes of the referenced texts. 0 for large events, which are older than references, so that they are not
 * decompressed.
 */
const referencedBytes = (column: string, path: string) =>
  raw(`case when pg_column_size(${column}) < 65536 then
    coalesce((select sum(bytes::bigint) from jsonb_path_query(${column}, '${path}') as bytes), 0) else 0 end`);

/** An upper bound of the fields of an event besides `snapshot` and `changes`. */
const otherFieldsBytes = 500;

/**
 * SQL: an upper bound of the bytes of the event `page` for readers, with references instead of texts. Changed values
 * count twice: in snapshot and changes.
 */
export const keptEventBytes =
  raw(`(octet_length(page.snapshot::text) * case when page.changes is null then 1 else 2 end
    + coalesce(octet_length(page.changes::text), 0) + ${otherFieldsBytes})`);

/**
 * SQL: an upper bound of the bytes of the event `page` for readers, with its texts. A changed text counts twice as
 * well.
 */
export const eventBytes = sql`
  (${keptEventBytes} + ${referencedBytes('page.changes', '$.*.*.bytes')}
    + ${referencedBytes('page.snapshot', '$.*.bytes')}
      * case when page.changes ?| array['description', 'result'] then 2 else 1 end)`;

/** SQL: an upper bound of the decompressed size of a column, from the maximum ratio of each compression. */
const maxUnpackedBytes = (column: string) =>
  raw(`coalesce(pg_column_size(${column}), 0)::bigint
    * case pg_column_compression(${column}) when 'pglz' then 90 when 'lz4' then 256 else 1 end`);

/** SQL: an upper bound of the size of the event `page`, without decompressing it. */
export const maxEventBytes = sql`(${maxUnpackedBytes('page.snapshot')} + ${maxUnpackedBytes('page.changes')})`;

type Fields = Record<string, unknown>;
type Changes = Record<string, { before?: unknown; after?: unknown }> | null;

/** The parts of an event that contain texts or references to them. */
type WithTexts = { snapshot: Fields; changes: Changes };

/** `taskId` is the id of the subject, which may also be an agent or a project: their descriptions are kept as well. */
type TextKey = { taskId: string; field: string; version: number };
const keyOf = ({ taskId, field, version }: TextKey) => `${taskId} ${field} ${version}`;

const selectTexts = defineStatement<
  { taskIds: string[]; fields: string[]; versions: number[] },
  TextKey & { body: string }
>(
  ({ taskIds, fields, versions }) => sql`
  select task_id as "taskId", field, version, body from task_texts
  join unnest(${taskIds}::text[], ${fields}::text[], ${versions}::int[]) as key(task_id, field, version)
    using (task_id, field, version)`,
);

/** The event with each reference replaced by its text. */
function mapTexts(
  event: WithTexts,
  replace: (field: string, reference: TextReference) => unknown,
): WithTexts {
  const map = (field: string, value: unknown) => (isTextReference(value) ? replace(field, value) : value);
  const snapshot = Object.fromEntries(
    Object.entries(event.snapshot).map(([field, value]) => [field, map(field, value)]),
  );
  const changes =
    event.changes &&
    Object.fromEntries(
      Object.entries(event.changes).map(([field, change]) => [
        field,
        Object.fromEntries(Object.entries(change).map(([side, value]) => [side, map(field, value)])),
      ]),
    );
  return { snapshot, changes };
}

/** Replaces the references in events by their texts, which it reads in one query. */
export async function withTexts<T extends WithTexts>(
  db: Queryable,
  events: T[],
  taskIdOf: (event: T) => string,
): Promise<T[]> {
  const textByKey = new Map<string, TextKey>();
  for (const event of events) {
    mapTexts(event, (field, { textVersion: version }) => {
      const text = { taskId: taskIdOf(event), field, version };
      textByKey.set(keyOf(text), text);
    });
  }
  if (textByKey.size === 0) return events;
  const texts = [...textByKey.values()];
  const rows = await queryMany(db, selectTexts, {
    taskIds: texts.map(({ taskId }) => taskId),
    fields: texts.map(({ field }) => field),
    versions: texts.map(({ version }) => version),
  });
  const bodyByKey = new Map(rows.map((row) => [keyOf(row), row.body]));
  return events.map((event) => {
    const taskId = taskIdOf(event);
    return {
      ...event,
      ...mapTexts(event, (field, { textVersion: version }) => {
        // Null for a deleted text: the rest of the page must stay readable.
        return bodyByKey.get(keyOf({ taskId, field, version })) ?? null;
      }),
    };
  });
}
