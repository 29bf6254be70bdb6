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

// The log keeps each value once. A snapshot leaves out the fields that are null, and a change has `after` only where the
// snapshot does not show it, and `before` otherwise. Docs: docs/decisions/0006-one-log.md.

/** Whether jsonb has the one key before the other. */
const isBefore = (one: string, other: string): boolean =>
  one.length === other.length ? one < other : one.length < other.length;

/** The sets of a table: those of its nullable fields that the first set has, the second, and so on. */
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
 * The fields of each subject that may be null, in the order of jsonb. An event has the number of its set, which begins at
 * 1, so that readers add no field that its subject got later. Append a set for a field that is added or removed; never
 * change one.
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

/** The number of the set of events whose snapshot is the id alone: nothing is left of the subject. */
export const noFieldSet = 0;

/** The number of the set that new events have. */
export const newestFieldSet = (subject: EventSubject): number => fieldSets[subject].length;

/** The fields of a set; of a number that a later version has written, those of the newest known set. */
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

/** SQL: a snapshot as it is stored. A null inside of a field stays, which `jsonb_strip_nulls` would remove. */
export const withoutNulls = (snapshot: Sql): Sql =>
  sql`(select jsonb_object_agg(key, value) from jsonb_each(${snapshot}) where value <> 'null')`;

/** Keeps the order of the keys, so that readers get the same bytes as if the nulls were stored. */
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

/** The snapshot and the changes of a stored event as readers get them. */
export function restoreFields(event: StoredFields): Pick<Event, 'snapshot' | 'changes'> {
  const snapshot = addNulls(event.snapshot, nullableFieldsOf(event.subjectType, event.fieldSet));
  if (!event.changes) return { snapshot, changes: null };
  const changes: Fields = {};
  for (const field of Object.keys(event.changes)) {
    changes[field] = { after: snapshot[field] ?? null, before: null, ...event.changes[field] };
  }
  return { snapshot, changes: changes as Event['changes'] };
}
