import type { Event, EventSubject } from '@crewboard/contracts';
import { type Sql, sql } from '@crewboard/db';

// The log keeps each value once. A snapshot leaves out the fields that are null, and a change has `after` only where the
// snapshot does not show it, and `before` otherwise. Docs: docs/decisions/0006-one-log.md.

/**
 * The fields of each subject that may be null. An event has the number of its set, which begins at 1, so that readers
 * add no field that its subject got later. Append a set for a field that is added or removed; never change one.
 */
const fieldSets: Record<EventSubject, readonly (readonly string[])[]> = {
  task: [['description', 'assignedAgentId', 'result', 'leaseExpiresAt', 'needsAttention']],
  agent: [['description', 'lastActiveAt', 'tokenExpiresAt', 'previousTokenUntil']],
  project: [['description', 'maxAttempts']],
  api_key: [['expiresAt', 'revokedAt']],
  member: [[]],
  webhook: [['description', 'disabledReason', 'disabledAt', 'previousSecretUntil']],
};

/** The number of the set that new events have. */
export const newestFieldSet = (subject: EventSubject): number => fieldSets[subject].length;

/** The fields of a set; of a number that a later version has written, those of the newest known set. */
export const nullableFieldsOf = (
  subject: EventSubject,
  fieldSet = newestFieldSet(subject),
): readonly string[] => fieldSets[subject][fieldSet - 1] ?? fieldSets[subject].at(-1) ?? [];

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

/** The snapshot and the changes of a stored event as readers get them. */
export function restoreFields({
  subjectType,
  fieldSet,
  snapshot: stored,
  changes: storedChanges,
}: StoredFields): Pick<Event, 'snapshot' | 'changes'> {
  const snapshot: Fields = { ...stored };
  for (const field of nullableFieldsOf(subjectType, fieldSet)) snapshot[field] ??= null;
  if (!storedChanges) return { snapshot, changes: null };
  const changes: Fields = {};
  for (const field of Object.keys(storedChanges)) {
    changes[field] = { after: snapshot[field] ?? null, before: null, ...storedChanges[field] };
  }
  return { snapshot, changes: changes as Event['changes'] };
}
