import { type Field, type Fields, projectFields, taskFields } from '@crewboard/contracts';
import { raw, type Sql, sql } from '@crewboard/db';

// Events of a deleted task or project lose their content: the fields that people and agents have written. Readers do
// not see it from the deletion on, and the eraser removes it from the rows later. Docs:
// docs/decisions/0022-deletion.md.

/** The kinds of fields that are content. */
const contentKinds = new Set<Field['kind']>([
  ...(['title', 'name', 'description', 'longText', 'instructions', 'links', 'externalId', 'pause'] as const),
]);
const otherNames = (fields: Fields) =>
  Object.keys(fields).filter((name) => !contentKinds.has((fields[name] as Field).kind));
/**
 * The names that stay in snapshots and changes. One list serves both subjects: no name is content in one and not in the
 * other.
 */
const kept = raw(
  `array['${[...new Set([...otherNames(taskFields), ...otherNames(projectFields)])].join("','")}']`,
);
/** Placeholders for content fields that cannot be null. */
const placeholders = (row: string) =>
  raw(`case ${row}.subject_type
    when 'task' then '{"title": "[deleted]", "links": []}'::jsonb else '{"name": "[deleted]"}'::jsonb end`);
/** SQL: the part of a JSON object with the kept names. */
const keptPart = (json: string) =>
  sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${raw(json)}) where key = any(${kept}))`;

/** SQL: the snapshot without its content, from the name of a row of events. */
export const erasedSnapshot = (row: string): Sql =>
  sql`${keptPart(`${row}.snapshot`)} || ${placeholders(row)}`;

/** SQL: the changes without their content. */
export const erasedChanges = (row: string): Sql =>
  sql`case when ${raw(row)}.changes is not null then ${keptPart(`${row}.changes`)} end`;

/** SQL: whether an event still has content. */
export const hasContent = (row: string): Sql =>
  sql`(${raw(row)}.snapshot - ${kept} <> ${placeholders(row)} or coalesce(${raw(row)}.changes - ${kept}, '{}') <> '{}')`;

/** SQL: whether an event may have content by its type: the event of a deletion has the id alone. */
export const mayHaveContent = (row: string): Sql =>
  raw(
    `${row}.subject_type in ('task', 'project') and ${row}.type not in ('task.deleted', 'project.deleted')`,
  );

/**
 * SQL: whether the subject of the event is deleted and not erased yet. A scalar subquery is one lookup by the primary
 * key for each event, however many tombstones there are.
 */
export const isBeingErased = (row: string): Sql =>
  sql`(${mayHaveContent(row)} and (select erase_at is not null from tombstones where tombstones.id = ${raw(row)}.subject_id))`;

/** SQL: the snapshot and the changes as readers see them, from the name of a row of events. */
export const shownContent = (row: string): Sql => sql`
    case when ${isBeingErased(row)} then ${erasedSnapshot(row)} else ${raw(row)}.snapshot end as snapshot,
    case when ${isBeingErased(row)} then ${erasedChanges(row)} else ${raw(row)}.changes end as changes`;
