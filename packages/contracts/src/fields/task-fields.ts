import { maxBlockers } from '../bounds/dependency-bounds.ts';
import { maxLevels } from '../bounds/sub-task-bounds.ts';
import {
  type Fields,
  type FieldTexts,
  namesInWords,
  optionalFor,
  recordedNames,
  writableNames,
} from './fields.ts';

/** The fields of a task, in the order of its responses. The type `Field` explains their properties. */
export const taskFields = {
  id: { kind: 'id', shortForms: ['claimed', 'listed', 'written', 'claimedByTool', 'listedByTool'] },
  title: {
    kind: 'title',
    label: 'title',
    writtenBy: 'everyone',
    onCreation: 'required',
    shortForms: ['claimed', 'listed', 'claimedByTool', 'listedByTool'],
  },
  description: {
    kind: 'longText',
    isNullable: true,
    label: 'description',
    ...optionalFor.everyone,
    shortForms: ['claimed', 'claimedByTool'],
  },
  status: { kind: 'taskStatus', label: 'status', shortForms: ['listed', 'written', 'listedByTool'] },
  priority: {
    kind: 'taskPriority',
    label: 'priority',
    ...optionalFor.everyone,
    whenAbsent: 'normal',
    isColumn: true,
    shortForms: ['claimed', 'listed', 'listedByTool'],
  },
  assignedAgentId: {
    kind: 'agentId',
    isNullable: true,
    label: 'assignee',
    ...optionalFor.people,
    isColumn: true,
    shortForms: ['listed', 'listedByTool'],
  },
  assignedMemberId: {
    kind: 'memberId',
    isNullable: true,
    label: 'assigned person',
    ...optionalFor.people,
    isColumn: true,
    shortForms: ['listed', 'listedByTool'],
    since: 3,
  },
  projectId: { kind: 'projectId', label: 'project', writtenBy: 'people', onCreation: 'required' },
  dueDate: { kind: 'date', isNullable: true, label: 'due date', ...optionalFor.everyone, since: 2 },
  notBefore: { kind: 'time', isNullable: true, label: 'start time', ...optionalFor.creator, since: 5 },
  links: {
    kind: 'links',
    label: 'links',
    ...optionalFor.everyone,
    whenAbsent: [],
    shortForms: ['claimed', 'claimedByTool'],
  },
  blockedBy: { kind: 'taskIds', label: 'dependencies', ...optionalFor.creator, whenAbsent: [] },
  isBlocked: { kind: 'flag', label: 'blocked', shortForms: ['listed', 'listedByTool'] },
  parentId: { kind: 'taskId', isNullable: true, label: 'parent', ...optionalFor.creator, since: 5 },
  externalId: {
    kind: 'externalId',
    isNullable: true,
    label: 'external id',
    ...optionalFor.creator,
    since: 5,
  },
  result: { kind: 'longText', isNullable: true, label: 'result' },
  attempt: { kind: 'count', shortForms: ['claimed', 'written', 'claimedByTool', 'listedByTool'] },
  leaseExpiresAt: { kind: 'time', isNullable: true, shortForms: ['claimed', 'written', 'claimedByTool'] },
  needsAttention: { kind: 'needsAttention', isNullable: true, label: 'need of attention' },
  rank: { kind: 'rank' },
  version: { kind: 'version', shortForms: ['claimed', 'listed', 'written'] },
  statusChangedAt: { kind: 'time' },
  createdAt: { kind: 'time' },
  updatedAt: { kind: 'time' },
  archivedAt: { kind: 'time', isNullable: true, label: 'archive', since: 4 },
} as const satisfies Fields;

/** A constant apart from `taskFields`, so that pages do not load the texts. */
export const taskFieldTexts: FieldTexts<typeof taskFields> = {
  priority: { onCreation: '`normal` when absent.' },
  assignedAgentId: {
    inResponse: 'Null while no agent is assigned.',
    onCreation: 'An active agent of the team.',
    onUpdate:
      'An active agent of the team. Null unassigns the task: a held one is released and becomes `todo`.',
  },
  assignedMemberId: {
    inResponse: 'The person who has the task, and from whom no agent gets it; null while nobody is assigned.',
    onCreation: 'A member of the team, in place of an agent.',
    onUpdate:
      'A member of the team, in place of the assigned agent, whose claim ends. Null unassigns the person.',
  },
  projectId: { onCreation: 'A project of the team.', onUpdate: 'A project of the team.' },
  dueDate: {
    inResponse: 'The day by which the task is to be done; null without one. It has no effect on the queue.',
    onCreation: 'A day such as 2027-01-31.',
    onUpdate: 'A day such as 2027-01-31; null removes it.',
  },
  notBefore: {
    inResponse:
      'Until when no agent can start the task: given by people, or after a failed attempt. The next attempt clears it.',
    onCreation:
      'A time such as 2027-01-31T09:30:00Z, up to a year ahead, before which no agent can start the task. A time that has passed counts as absent.',
    onUpdate: 'As on creation; null lets agents start the task at once.',
  },
  links: {
    inResponse: 'Where the work is: a repository, a document, a conversation.',
    onUpdate: 'In place of all links that the task has.',
  },
  blockedBy: {
    inResponse: 'The tasks that this one waits for. No agent can start it before all of them are `done`.',
    onCreation: `Up to ${maxBlockers} ids of tasks of the team.`,
    onUpdate: 'In place of all that the task has waited for.',
  },
  isBlocked: { inResponse: 'Whether a task of `blockedBy` is not `done`. A cancelled one keeps it blocked.' },
  parentId: {
    inResponse: 'The task that this one is a part of, a sub-task. It has no effect on the queue.',
    onCreation: `A task of the team. Tasks nest ${maxLevels} levels deep.`,
    onUpdate: `A task of the team that is no sub-task of this one. Tasks nest ${maxLevels} levels deep. Null: a task of its own.`,
  },
  externalId: {
    inResponse: "The creator's own id of the task, unique in the team: the list finds the task by it.",
    onCreation: 'Your own name of the task, unique in the team, archived tasks included.',
    onUpdate: 'Unique in the team, archived tasks included; null removes it.',
  },
  result: { inResponse: 'Null until the task is completed with a result.' },
  attempt: {
    inResponse:
      '0 at first, one more with every claim. Send it with complete, heartbeat, fail and release: after your claim ' +
      'ended they are rejected with STALE_CLAIM and change nothing.',
  },
  leaseExpiresAt: {
    inResponse: 'When the claim ends unless a heartbeat extends it; null for a claim without a lease.',
  },
  needsAttention: {
    inResponse:
      '`attempts_exhausted`: as many attempts in a row failed, or ended with their lease, as the project allows. No agent gets the task until ' +
      'a person or a team API key releases, moves or assigns it.',
  },
  rank: {
    inResponse:
      'The place in the queue among tasks of the same priority: the lowest comes first, compared by bytes.',
  },
  version: {
    inResponse:
      '1 on creation, one more with every change. It never decreases in the order of the event log.',
  },
  archivedAt: {
    inResponse: 'Since when the task is archived: nothing of it can be changed until it is restored.',
  },
  statusChangedAt: {
    inResponse: 'When the status last changed; in progress, when its agent claimed it or was assigned.',
  },
};

export const writableTaskFields = writableNames(taskFields);

const writableBy = (writer: 'everyone' | 'people' | 'creator') =>
  writableTaskFields.filter((name) => taskFields[name].writtenBy === writer);
/** The fields that every agent may write. */
export const agentWritableTaskFields = writableBy('everyone');
/** The fields that an agent may also write of a task that it created, while nobody holds the task. */
export const creatorWritableTaskFields = writableBy('creator');
/** The fields that no agent may write. */
export const peopleOnlyTaskFields = writableBy('people');

/** For texts: "title, description and priority". */
export const agentWritableInWords = namesInWords(agentWritableTaskFields);
export const creatorWritableInWords = namesInWords(creatorWritableTaskFields);

export const recordedTaskFields = recordedNames(taskFields);
