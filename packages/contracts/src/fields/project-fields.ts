import { attemptLimit } from '../bounds/attempt-limit.ts';
import { defaultStaleTimes } from '../bounds/next-bounds.ts';
import { type Fields, type FieldTexts, optionalFor, recordedNames } from './fields.ts';

const [ofAgent, inQueue] = defaultStaleTimes;

/** The fields of a project, in the order of its responses. The type `Field` explains their properties. */
export const projectFields = {
  id: { kind: 'id' },
  name: { kind: 'name', label: 'name', writtenBy: 'people', onCreation: 'required' },
  description: { kind: 'description', isNullable: true, label: 'description', ...optionalFor.people },
  instructions: { kind: 'instructions', isNullable: true, label: 'instructions', ...optionalFor.people },
  teamId: { kind: 'teamId' },
  maxAttempts: {
    kind: 'attemptLimit',
    isNullable: true,
    label: 'number of attempts',
    ...optionalFor.people,
    whenAbsent: attemptLimit.whenAbsent,
  },
  archiveAfterDays: {
    kind: 'days',
    isNullable: true,
    label: 'days until tasks are archived',
    ...optionalFor.people,
    since: 3,
  },
  staleAfterSeconds: {
    kind: 'staleSeconds',
    label: 'time until work is stale',
    ...optionalFor.people,
    whenAbsent: ofAgent,
    since: 4,
  },
  queueStaleAfterSeconds: {
    kind: 'staleSeconds',
    label: 'time until the queue is stale',
    ...optionalFor.people,
    whenAbsent: inQueue,
    since: 4,
  },
  taskCount: { kind: 'count', isColumn: true },
  createdAt: { kind: 'time' },
  updatedAt: { kind: 'time' },
  paused: { kind: 'pause', isNullable: true, label: 'pause', since: 2 },
  archivedAt: { kind: 'time', isNullable: true, label: 'archive', since: 3 },
} as const satisfies Fields;

/** A constant apart from `projectFields`, so that pages do not load the texts. */
export const projectFieldTexts: FieldTexts<typeof projectFields> = {
  instructions: {
    inResponse: 'Instructions in Markdown that every agent reads before a task of the project. Not in lists.',
  },
  maxAttempts: {
    inResponse:
      'After this many failures and expired leases in a row, a task needs attention and is not handed out again. Null: never.',
    onCreation: `${attemptLimit.whenAbsent} when absent; null: a task is handed out again however often its attempts end like that.`,
    onUpdate: 'Null: a task is handed out again however often its attempts end like that.',
  },
  archiveAfterDays: {
    inResponse: 'Tasks that are done or cancelled are archived after this many days; null: never.',
    onCreation: '1 to 3,650; never when absent.',
    onUpdate: 'Null: never.',
  },
  staleAfterSeconds: {
    inResponse:
      'After so many seconds a task is stale that is assigned to an agent which does not start it, or held without a lease by one that gives no sign.',
    onCreation: `60 to 31,536,000; ${ofAgent} (a day) when absent.`,
  },
  queueStaleAfterSeconds: {
    inResponse: 'After so many seconds in the queue a task is stale.',
    onCreation: `60 to 31,536,000; ${inQueue} (7 days) when absent.`,
  },
  taskCount: { inResponse: 'Tasks of the project in any status that are not archived.' },
  archivedAt: { inResponse: 'Since when the project is archived, with its tasks.' },
  paused: { inResponse: 'While it is not null, no agent starts a task of the project.' },
};

export const recordedProjectFields = recordedNames(projectFields);
