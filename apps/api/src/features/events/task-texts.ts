import { isTextReference, type TextReference } from '@crewboard/contracts';
import type { Queryable } from '@crewboard/db';

// Events do not copy texts above 1 KiB: in the log, a snapshot or a change holds a reference to the row of task_texts
// that a trigger wrote when the text changed. What leaves the service holds the text again.

/** SQL: the field as an event keeps it, from the name of a row of tasks. */
export const textJson = (row: string, field: 'description' | 'result') => `
  case when ${row}.${field}_version is null then to_jsonb(${row}.${field})
    else jsonb_build_object('textVersion', ${row}.${field}_version, 'bytes', octet_length(${row}.${field})) end`;

/** SQL: whether the event refers to texts. */
export const hasTextReferences = (event: string) => `
  (jsonb_path_exists(${event}.snapshot, '$.*.textVersion')
    or coalesce(jsonb_path_exists(${event}.changes, '$.*.*.textVersion'), false))`;

const referencedBytes = (json: string, path: string) =>
  `coalesce((select sum(bytes::bigint) from jsonb_path_query(${json}, '${path}') as bytes), 0)`;

/** SQL: how many bytes the event has with its texts. */
export const eventBytes = (event: string) => `
  (octet_length(${event}.snapshot::text) + coalesce(octet_length(${event}.changes::text), 0) + 300
    + ${referencedBytes(`${event}.snapshot`, '$.*.bytes')} + ${referencedBytes(`${event}.changes`, '$.*.*.bytes')})`;

type Fields = Record<string, unknown>;
type Changes = Record<string, { before: unknown; after: unknown }> | null;

/** What stands in an event, before and after its texts were put in. */
type WithTexts = { snapshot: Fields; changes: Changes };

type TextKey = { taskId: string; field: string; version: number };
const keyOf = ({ taskId, field, version }: TextKey) => `${taskId} ${field} ${version}`;

const statement = {
  name: 'find-task-texts',
  text: `select task_id as "taskId", field, version, body from task_texts
    join unnest($1::text[], $2::text[], $3::int[]) as wanted(task_id, field, version) using (task_id, field, version)`,
};

/** Every value of an event that may be a reference, replaced by what `replace` makes of it. */
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
      Object.entries(event.changes).map(([field, { before, after }]) => [
        field,
        { before: map(field, before), after: map(field, after) },
      ]),
    );
  return { snapshot, changes };
}

/** The same events with their texts, which are read in one query, if there are any. */
export async function withTexts<T extends WithTexts>(
  pool: Queryable,
  events: T[],
  taskIdOf: (event: T) => string,
): Promise<T[]> {
  const wanted = new Map<string, TextKey>();
  for (const event of events) {
    mapTexts(event, (field, { textVersion: version }) => {
      const text = { taskId: taskIdOf(event), field, version };
      wanted.set(keyOf(text), text);
    });
  }
  if (wanted.size === 0) return events;
  const texts = [...wanted.values()];
  const { rows } = await pool.query<TextKey & { body: string }>({
    ...statement,
    values: [
      texts.map(({ taskId }) => taskId),
      texts.map(({ field }) => field),
      texts.map(({ version }) => version),
    ],
  });
  const bodies = new Map(rows.map((row) => [keyOf(row), row.body]));
  return events.map((event) => {
    const taskId = taskIdOf(event);
    return {
      ...event,
      ...mapTexts(event, (field, { textVersion: version }) => {
        const body = bodies.get(keyOf({ taskId, field, version }));
        if (body === undefined) throw new Error(`the text ${field} ${version} of task ${taskId} is missing`);
        return body;
      }),
    };
  });
}
