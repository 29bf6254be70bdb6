import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { CreateProject, ProjectPatch } from '../resources/project.ts';
import { Task } from '../resources/task.ts';
import { CreateTask, TaskPatch } from '../resources/task-requests.ts';
import { creationShape } from '../schemas/field-schemas.ts';
import { agentFields } from './agent-fields.ts';
import { type Fields, fieldsOnCreation, recordedNames, shortNames, writableNames } from './fields.ts';
import { projectFields } from './project-fields.ts';
import { agentWritableTaskFields, taskFields } from './task-fields.ts';

const table = {
  id: { kind: 'id', shortForms: ['listed'] },
  name: {
    kind: 'name',
    label: 'name',
    writtenBy: 'everyone',
    onCreation: 'required',
    shortForms: ['listed'],
  },
  note: { kind: 'description', isNullable: true, label: 'note', writtenBy: 'people', onCreation: 'optional' },
  level: { kind: 'count', label: 'level', onCreation: 'optional', whenAbsent: 3 },
  limit: { kind: 'count', isNullable: true, onCreation: 'optional', whenAbsent: 5 },
} as const satisfies Fields;

test('lists the recorded, the writable and the short fields of a table', () => {
  expect(recordedNames(table)).toEqual(['name', 'note', 'level']);
  expect(writableNames(table)).toEqual(['name', 'note']);
  expect(shortNames(table, 'listed')).toEqual(['id', 'name']);
});

describe('the fields of a created resource', () => {
  it('are the given values', () => {
    const given = { name: 'A', note: 'N', level: 1, limit: 2 };
    expect(fieldsOnCreation(table, { ...given, other: 1 })).toEqual(given);
  });

  it('are the defaults of the table when absent', () => {
    expect(fieldsOnCreation(table, { name: 'A' })).toEqual({ name: 'A', note: null, level: 3, limit: 5 });
  });

  it('are null when given as null, if the field can be null', () => {
    const given = { name: 'A', note: null, level: null, limit: null };
    expect(fieldsOnCreation(table, given)).toEqual({ ...given, level: 3 });
  });
});

const tables: [string, Fields][] = [
  ['task', taskFields],
  ['agent', agentFields],
  ['project', projectFields],
];

test.each(tables)(
  'every writable field of a %s has a label, so that events record its changes',
  (_, fields) => {
    const names = [...writableNames(fields)];
    expect(names.length).toBeGreaterThan(0);
    expect(recordedNames(fields)).toEqual(expect.arrayContaining(names));
  },
);

test('updates take the fields that agents may write', () => {
  expect(agentWritableTaskFields).toEqual(['title', 'description', 'priority', 'dueDate', 'links']);
  expect(Object.keys(TaskPatch.shape)).toEqual(expect.arrayContaining([...agentWritableTaskFields]));
});

describe('schemas of a table', () => {
  it('have every field in responses', () => {
    expect(Object.keys(Task.shape)).toEqual(Object.keys(taskFields));
  });

  it('require the fields that the table requires on creation', () => {
    const task = { teamId: 't', title: 'T', projectId: 'p' };
    expect(CreateTask.safeParse(task).success).toBe(true);
    expect(CreateTask.safeParse({ ...task, priority: null, description: null }).success).toBe(true);
    expect(CreateTask.safeParse({ ...task, title: null }).success).toBe(false);
    expect(CreateTask.safeParse({ ...task, status: 'done' }).success).toBe(false);
  });

  it('take null only for fields that can be null', () => {
    expect(TaskPatch.safeParse({ description: null, assignedAgentId: null }).success).toBe(true);
    expect(TaskPatch.safeParse({ dueDate: null }).success).toBe(true);
    expect(TaskPatch.safeParse({ priority: null }).success).toBe(false);
    expect(TaskPatch.safeParse({ result: 'R' }).success).toBe(false);
    expect(ProjectPatch.safeParse({ maxAttempts: null }).success).toBe(true);
  });

  it.each([
    '2027-02-29',
    '2027-1-31',
    '0000-01-01',
    '12027-01-31',
    '2027-01-31T00:00:00Z',
    '',
    'today',
    20270131,
  ])('take days of the calendar alone: not %s', (dueDate) => {
    expect(TaskPatch.safeParse({ dueDate }).success).toBe(false);
  });

  it.each(['0001-01-01', '2028-02-29', '9999-12-31'])('take the day %s', (dueDate) => {
    expect(TaskPatch.parse({ dueDate })).toEqual({ dueDate });
  });

  it.each([-1, 1.5, 2_147_483_648, '3'])('take whole numbers that a column holds: not %s', (level) => {
    const parsed = z.object(creationShape(table, {})).safeParse({ name: 'A', level });
    expect(parsed.error?.issues[0]?.message).toBe('must be a whole number from 0 to 2147483647');
  });

  it.each([0, 1_001, 1.5])('bound the attempts of a project: not %s', (maxAttempts) => {
    expect(CreateProject.safeParse({ teamId: 't', name: 'P', maxAttempts }).success).toBe(false);
  });
});
