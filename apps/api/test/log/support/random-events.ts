import {
  EventByType,
  type EventSubject,
  recordedTaskFields,
  type Task,
  type TaskChange,
  type TaskState,
  unrecordedFields,
} from '@crewboard/contracts';
import type { z } from 'zod';
import { toEventChanges, toSnapshot } from '#src/features/tasks/change/task-event.ts';
import type { StoredTask } from '#src/features/tasks/task-row.ts';
import type { Random } from '../../support/seeded-random.ts';

type Fields = Record<string, unknown>;
type Changes = Record<string, { before: unknown; after: unknown }> | null;

/** An event with all that readers get, and what the service makes it from. */
export type RandomEvent = {
  id: string;
  subject: EventSubject;
  /** The subject as it was; null where it was created. */
  before: Fields | null;
  snapshot: Fields;
  changes: Changes;
  /** What is written of a change that is no field of the subject. */
  facts: Fields | null;
};

export type RandomTaskEvent = RandomEvent & { stored: { snapshot: Fields; changes: Fields | null } };

const words = [
  '',
  'a',
  'Grüße',
  '日本語',
  '🚀🧑‍💻',
  '"quoted" \\ back',
  'null',
  '{"before":null}',
  '\u2028\n\t',
  'é'.repeat(300),
];
const reference = (random: Random) => ({
  bytes: 1_025 + random.below(4_000),
  textVersion: 1 + random.below(99),
});

const facts: Record<EventSubject, readonly string[]> = {
  task: ['reason', 'comment'],
  agent: ['expiresInDays'],
  project: [],
  api_key: ['expiresInDays'],
  member: [],
  invitation: [],
  webhook: ['since', 'delivery'],
  team: [],
};

/** Without deletions for good, whose snapshots are the id alone. */
const fieldsBySubject = new Map(
  EventByType.options
    .filter(({ shape }) => Object.keys((shape.snapshot as z.ZodObject).shape).length > 1)
    .map(({ shape }) => [
      shape.subject.shape.type.value,
      Object.entries((shape.snapshot as z.ZodObject).shape as Record<string, z.ZodType>),
    ]),
);

const isRecorded = (field: string) => !(unrecordedFields as readonly string[]).includes(field);
const isRecordedOfTasks = (field: string) => recordedTaskFields.includes(field);
const withReference = ['description', 'result'];

/** A value of any kind of JSON, null where the field may be null: readers restore fields, whatever their type. */
function fieldOf(random: Random, field: string, schema: z.ZodType): unknown {
  const kind = random.below(4);
  if (kind === 0 && schema.safeParse(null).success) return null;
  if (kind === 1 && withReference.includes(field)) return reference(random);
  if (schema.safeParse(1).success) return random.below(1_000);
  if (schema.safeParse(true).success) return random.below(2) === 0;
  if (schema.safeParse(['*']).success) return [random.pick(words), null, random.pick(words)];
  return random.pick(words);
}

const subjectOf = (random: Random, id: string, subject: EventSubject): Fields => ({
  ...Object.fromEntries(
    (fieldsBySubject.get(subject) ?? []).map(([field, schema]) => [field, fieldOf(random, field, schema)]),
  ),
  id,
});

function factsOf(random: Random, subject: EventSubject): Fields {
  if (facts[subject].length === 0 || random.below(4) > 0) return {};
  const name = random.pick(facts[subject]);
  const body = random.pick(words) || 'x';
  if (name === 'comment') return { comment: { id: 'c', body, createdAt: 'today' } };
  return { [name]: name === 'expiresInDays' ? random.below(15) : body };
}

const differences = (before: Fields, after: Fields, isListed = isRecorded): NonNullable<Changes> =>
  Object.fromEntries(
    Object.keys(after)
      .filter((field) => isListed(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map((field) => [field, { before: before[field], after: after[field] }]),
  );

const asChanges = (added: Fields): NonNullable<Changes> =>
  Object.fromEntries(Object.entries(added).map(([name, after]) => [name, { before: null, after }]));

const asStored = (added: Fields): Fields =>
  Object.fromEntries(Object.entries(added).map(([name, after]) => [name, { after }]));

/** An event of a subject that is changed by a statement with `recordEvent`. */
export function randomEvent(random: Random, id: string, subject: EventSubject): RandomEvent {
  const snapshot = subjectOf(random, id, subject);
  if (random.below(8) === 0) return { id, subject, before: null, snapshot, changes: null, facts: null };
  const added = factsOf(random, subject);
  const hasFacts = Object.keys(added).length > 0;
  const before = { ...snapshot, ...pickFields(random, subjectOf(random, id, subject)) };
  // A statement writes either what differs or facts.
  const different = hasFacts ? asChanges(added) : differences(before, snapshot);
  const changes = Object.keys(different).length > 0 ? different : null;
  return { id, subject, before, snapshot, changes, facts: hasFacts ? asStored(added) : null };
}

const pickFields = (random: Random, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => field !== 'id' && random.below(3) === 0));

/** A task as the service reads it: a large text has a version instead of it. */
function toStoredTask(fields: Fields): StoredTask {
  const task: Fields = { ...fields };
  for (const field of withReference) {
    const { textVersion = null, bytes = null } = (fields[field] ?? {}) as {
      textVersion?: number;
      bytes?: number;
    };
    Object.assign(task, { [`${field}Version`]: textVersion, [`${field}Bytes`]: bytes });
    if (textVersion !== null) task[field] = null;
  }
  return task as StoredTask;
}

/** An event of a task, and what the service stores of it. */
export function randomTaskEvent(random: Random, id: string): RandomTaskEvent {
  const { facts: _, before, snapshot } = randomEvent(random, id, 'task');
  const after = toStoredTask(snapshot);
  const event = { id, subject: 'task' as const, before, snapshot, facts: null };
  if (!before) return { ...event, changes: null, stored: { snapshot: toSnapshot(after), changes: null } };
  const { reason, ...others } = factsOf(random, 'task');
  const different = differences(before, snapshot, isRecordedOfTasks);
  // A change sets what the subject shows, and more.
  const set = Object.fromEntries(Object.keys(snapshot).map((field) => [field, snapshot[field]]));
  const unchanged = withReference.filter((field) => !(field in different));
  for (const field of unchanged) delete set[field];
  const change: TaskChange = {
    event: 'task.updated',
    set: { ...set, heldSince: null } as Partial<TaskState & Task>,
    reason: (reason as string | undefined) ?? null,
  };
  return {
    ...event,
    changes: { ...different, ...asChanges({ ...(reason !== undefined && { reason }), ...others }) },
    stored: {
      snapshot: toSnapshot(after),
      changes: { ...toEventChanges(toStoredTask(before), after, change), ...asStored(others) },
    },
  };
}
