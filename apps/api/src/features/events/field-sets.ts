import {
  agentFields,
  type Event,
  type EventSubject,
  type Fields as FieldTable,
  isInSnapshots,
  projectFields,
  taskFields,
} from '@crewboard/contracts';
import { type Sql, sql } from '@crewboard/db';

// The log stores each value once. A stored snapshot has no null fields; a stored change has `before`, and `after` only
// if the snapshot does not have it. `restoreFields` adds the rest for readers. Docs: docs/decisions/0006-one-log.md.

/** Whether jsonb stores one key before the other: shorter keys first. */
const isBefore = (one: string, other: string): boolean =>
  one.length === other.length ? one < other : one.length < other.length;

/** The sets of fields of a table, from the first to the newest: the names of its nullable fields at that time. */
function setsOf(table: FieldTable): string[][] {
  const nullable = Object.entries(table).filter(([, field]) => field.isNullable && isInSnapshots(field));
  const newest = Math.max(1, ...nullable.map(([, { since = 1 }]) => since));
  return Array.from({ length: newest }, (_, index) =>
    nullable
      .filter(([, { since = 1 }]) => since <= index + 1)
      .map(([name]) => name)
      .sort((one, other) => (isBefore(one, other) ? -1 : 1)),
  );
}

/**
 * The sets of fields of each subject that may be null, in the order of jsonb. An event has the number of its set, from
 * 1, so that readers add no field that the subject got later. Append a set when a field is added or removed; never
 * change a set.
 */
const fieldSets: Record<EventSubject, readonly (readonly string[])[]> = {
  task: setsOf(taskFields),
  agent: setsOf(agentFields),
  project: setsOf(projectFields),
  team: [['paused']],
  api_key: [['expiresAt', 'revokedAt']],
  member: [[]],
  invitation: [['revokedAt']],
  webhook: [['disabledAt', 'description', 'disabledReason', 'previousSecretUntil']],
};

/** The set of events whose snapshot is the id alone, because the subject was deleted. */
export const noFieldSet = 0;

/** The number of the set of new events. */
export const newestFieldSet = (subject: EventSubject): number => fieldSets[subject].length;

/** The fields of a set. A number that a later version has written counts as the newest known set. */
export const nullableFieldsOf = (
  subject: EventSubject,
  fieldSet = newestFieldSet(subject),
): readonly string[] =>
  fieldSet === noFieldSet ? [] : (fieldSets[subject][fieldSet - 1] ?? fieldSets[subject].at(-1) ?? []);

type Fields = Record<string, unknown>;

/** The parts of an event as it is stored. */
export type StoredFields = {
  subjectType: EventSubject;
  fieldSet: number;
  snapshot: Fields;
  changes: Record<string, { before?: unknown; after?: unknown }> | null;
};

/** SQL: a snapshot without null fields. Keeps nulls inside of fields, which `jsonb_strip_nulls` would remove. */
export const withoutNulls = (snapshot: Sql): Sql =>
  sql`(select jsonb_object_agg(key, value) from jsonb_each(${snapshot}) where value <> 'null')`;

/** Adds the null fields in the order of jsonb, so that readers get the same bytes as if the nulls were stored. */
function addNulls(stored: Fields, nullableFields: readonly string[]): Fields {
  const missing = nullableFields.filter((field) => !(field in stored));
  const fields: Fields = {};
  let next = missing.shift();
  for (const field of Object.keys(stored)) {
    for (; next !== undefined && isBefore(next, field); next = missing.shift()) fields[next] = null;
    fields[field] = stored[field];
  }
  for (; next !== undefined; next = missing.shift()) fields[next] = null;
  return fields;
}

/** The snapshot and the changes of a stored event for readers. */
export function restoreFields(event: StoredFields): Pick<Event, 'snapshot' | 'changes'> {
  const snapshot = addNulls(event.snapshot, nullableFieldsOf(event.subjectType, event.fieldSet));
  if (!event.changes) return { snapshot, changes: null };
  const changes: Fields = {};
  for (const field of Object.keys(event.changes)) {
    changes[field] = { after: snapshot[field] ?? null, before: null, ...event.changes[field] };
  }
  return { snapshot, changes: changes as Event['changes'] };
}
