import { type Field, type Fields, projectFields, taskFields } from '@crewboard/contracts';
import { raw, type Sql, sql } from '@crewboard/db';

// What an event of a deleted task or project has: the fields that are no content. Readers see it from the deletion on, and
// the eraser stores it. Docs: docs/decisions/0022-deletion.md.

/** What people and agents have written, as far as events have it in fields. */
const contentKinds = new Set<Field['kind']>([
  ...(['title', 'name', 'description', 'longText', 'instructions', 'links', 'externalId', 'pause'] as const),
]);
const otherNames = (fields: Fields) =>
  Object.keys(fields).filter((name) => !contentKinds.has((fields[name] as Field).kind));
/** What stays of snapshots and changes. No name is that of a content of the other subject. */
const kept = raw(
  `array['${[...new Set([...otherNames(taskFields), ...otherNames(projectFields)])].join("','")}']`,
);
/** What a snapshot has in place of fields that cannot be null. */
const placeholders = (row: string) =>
  raw(`case ${row}.subject_type
    when 'task' then '{"title": "[deleted]", "links": []}'::jsonb else '{"name": "[deleted]"}'::jsonb end`);
const keptPart = (json: string) =>
  sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${raw(json)}) where key = any(${kept}))`;

/** SQL: the snapshot without its content, from the name of a row of events. */
export const erasedSnapshot = (row: string): Sql =>
  sql`${keptPart(`${row}.snapshot`)} || ${placeholders(row)}`;

/** SQL: the changes without their content. */
export const erasedChanges = (row: string): Sql =>
  sql`case when ${raw(row)}.changes is not null then ${keptPart(`${row}.changes`)} end`;

/** SQL: whether the eraser would change the event. */
export const hasContent = (row: string): Sql =>
  sql`(${raw(row)}.snapshot - ${kept} <> ${placeholders(row)} or coalesce(${raw(row)}.changes - ${kept}, '{}') <> '{}')`;

/** SQL: whether the event may have content: that of a deletion has the id alone. */
export const mayHaveContent = (row: string): Sql =>
  raw(
    `${row}.subject_type in ('task', 'project') and ${row}.type not in ('task.deleted', 'project.deleted')`,
  );

/**
 * SQL: whether the subject of the event is deleted and not erased yet. A scalar subquery: each use is one look into the
 * primary key for each event, however many tombstones there are.
 */
export const isBeingErased = (row: string): Sql =>
  sql`(${mayHaveContent(row)} and (select erase_at is not null from tombstones where tombstones.id = ${raw(row)}.subject_id))`;

/** SQL: the snapshot and the changes as readers see them, from the name of a row of events. */
export const shownContent = (row: string): Sql => sql`
    case when ${isBeingErased(row)} then ${erasedSnapshot(row)} else ${raw(row)}.snapshot end as snapshot,
    case when ${isBeingErased(row)} then ${erasedChanges(row)} else ${raw(row)}.changes end as changes`;
