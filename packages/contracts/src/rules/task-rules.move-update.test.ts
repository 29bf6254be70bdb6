import { describe, expect, it } from 'vitest';
import { decideMove } from './task-rules.ts';
import type { TaskState } from './task-state.ts';
import { decideUpdate } from './task-update-rules.ts';
import {
  ada,
  assignedTo,
  cancelled,
  done,
  heldBy,
  itsVersion,
  key,
  member,
  needsAttention,
  now,
  oldVersion,
  outcomeOf,
  over,
  running,
  taskOf,
} from './testing/task-states.ts';

// Which moves and updates succeed, and the order of their errors. The changed fields:
// task-rules.changes.test.ts.

type Row<Call> = [given: string, expected: string, task: TaskState, call: Partial<Call>];
type Move = Parameters<typeof decideMove>[1];
type Update = Parameters<typeof decideUpdate>[1];

const createdByAda = { createdByKind: 'agent', createdById: 'ada' } as const;
/** A caller of another kind with the id of ada. */
const createdByKeyNamedAda = { createdByKind: 'key', createdById: 'ada' } as const;

describe('a move of a task whose person has left the team', () => {
  const ofHal = { assignedMemberId: 'hal' };
  const moved = (task: TaskState, status: Move['status'], hasAssigneeLeft = true) => {
    const call = { caller: key, status, attempt: null, versions: null, hasAssigneeLeft };
    const decision = decideMove(task, call, now);
    return typeof decision === 'string' ? decision : { ...task, ...decision.set }.assignedMemberId;
  };

  it.each<[string, string | null, ReturnType<typeof moved>]>([
    ['closed, to todo', null, moved(taskOf({ ...done, ...ofHal }), 'todo')],
    ['closed, to another end', 'hal', moved(taskOf({ ...done, ...ofHal }), 'cancelled')],
    ['closed, of one who is there', 'hal', moved(taskOf({ ...done, ...ofHal }), 'todo', false)],
    ['open, which the service unassigns', 'hal', moved(taskOf(ofHal), 'in_progress')],
  ])('%s: it is assigned to %s', (_, expected, assignee) => {
    expect(assignee).toBe(expected);
  });
});

describe('a move by agent ada', () => {
  const toTodo = { status: 'todo' } as const;
  const toDone = { status: 'done' } as const;
  const toInProgress = { status: 'in_progress' } as const;

  it.each<Row<Move>>([
    ['in todo to done', 'task.moved', taskOf(), toDone],
    ['done to todo', 'task.moved', taskOf(done), toTodo],
    ['cancelled to done', 'task.moved', taskOf(cancelled), toDone],
    ['assigned to ada', 'task.moved', assignedTo('ada'), toInProgress],
    ['held by ada without a lease', 'task.moved', heldBy('ada'), toDone],
    ['held by ada, who names the attempt', 'task.moved', heldBy('ada', running), { ...toDone, attempt: 3 }],
    [
      'held by ada, who names the version',
      'task.moved',
      heldBy('ada', running),
      { ...toDone, ...itsVersion },
    ],
    ['that ada created, assigned to bob', 'task.moved', assignedTo('bob', createdByAda), toDone],
    ['to the same status', 'keep', taskOf(), toTodo],
    ['that needs attention, to the same status', 'keep', taskOf(needsAttention), toTodo],
    ['under a lease, to the same status', 'keep', heldBy('ada', running), toInProgress],
    ['of another attempt', 'STALE_CLAIM', heldBy('ada', running), { ...toDone, attempt: 2 }],
    ['whose attempt bob holds', 'STALE_CLAIM', heldBy('bob'), { ...toDone, attempt: 3 }],
    ['whose attempt nobody holds', 'STALE_CLAIM', taskOf(), { ...toDone, attempt: 3 }],
    ['done after the attempt', 'STALE_CLAIM', assignedTo('ada', done), { ...toTodo, attempt: 3 }],
    [
      'that needs attention after the attempt',
      'STALE_CLAIM',
      taskOf(needsAttention),
      { ...toDone, attempt: 3 },
    ],
    [
      'of another attempt and version',
      'STALE_CLAIM',
      heldBy('ada'),
      { ...toDone, attempt: 2, ...oldVersion },
    ],
    ['that needs attention', 'TASK_NOT_CLAIMABLE', taskOf(needsAttention), toInProgress],
    ['that needs attention, to done', 'TASK_NOT_CLAIMABLE', taskOf(needsAttention), toDone],
    ['that needs attention, held by bob', 'TASK_NOT_CLAIMABLE', heldBy('bob', needsAttention), toDone],
    [
      'that needs attention, assigned to bob',
      'TASK_NOT_CLAIMABLE',
      assignedTo('bob', needsAttention),
      toDone,
    ],
    [
      'that needs attention, after her lease',
      'TASK_NOT_CLAIMABLE',
      heldBy('ada', { ...over, ...needsAttention }),
      toDone,
    ],
    [
      'that needs attention, other version',
      'TASK_NOT_CLAIMABLE',
      taskOf(needsAttention),
      { ...toDone, ...oldVersion },
    ],
    ['held by bob', 'NOT_CLAIM_HOLDER', heldBy('bob'), toDone],
    ['held by bob, created by ada', 'NOT_CLAIM_HOLDER', heldBy('bob', createdByAda), toTodo],
    ['held by bob whose lease is over', 'NOT_CLAIM_HOLDER', heldBy('bob', over), toTodo],
    ['held by bob, other version', 'NOT_CLAIM_HOLDER', heldBy('bob'), { ...toDone, ...oldVersion }],
    ['assigned to bob', 'TASK_ASSIGNED_TO_OTHER', assignedTo('bob'), toDone],
    [
      'assigned to bob, created by bob',
      'TASK_ASSIGNED_TO_OTHER',
      assignedTo('bob', { createdByKind: 'agent', createdById: 'bob' }),
      toDone,
    ],
    [
      'assigned to bob, created by key ada',
      'TASK_ASSIGNED_TO_OTHER',
      assignedTo('bob', createdByKeyNamedAda),
      toDone,
    ],
    ['done and assigned to bob', 'TASK_ASSIGNED_TO_OTHER', assignedTo('bob', done), toTodo],
    ['assigned to bob, to in progress', 'TASK_ASSIGNED_TO_OTHER', assignedTo('bob'), toInProgress],
    [
      'that ada created, assigned to bob, to in progress',
      'TASK_ASSIGNED_TO_OTHER',
      assignedTo('bob', createdByAda),
      toInProgress,
    ],
    [
      'assigned to bob, other version',
      'TASK_ASSIGNED_TO_OTHER',
      assignedTo('bob'),
      { ...toDone, ...oldVersion },
    ],
    ['under a lease, without attempt and version', 'STALE_CLAIM', heldBy('ada', running), toDone],
    ['after her lease, in her version', 'STALE_CLAIM', heldBy('ada', over), { ...toDone, ...itsVersion }],
    ['after her lease, in her attempt', 'STALE_CLAIM', heldBy('ada', over), { ...toDone, attempt: 3 }],
    ['after her lease, other version', 'STALE_CLAIM', heldBy('ada', over), { ...toDone, ...oldVersion }],
    ['in another version', 'PRECONDITION_FAILED', taskOf(), { ...toDone, ...oldVersion }],
    ['in another version, to the same status', 'PRECONDITION_FAILED', taskOf(), { ...toTodo, ...oldVersion }],
    [
      'under a lease, in another version',
      'PRECONDITION_FAILED',
      heldBy('ada', running),
      { ...toDone, ...oldVersion },
    ],
  ])('of a task %s: %s', (_, expected, task, call) => {
    const defaults = { caller: ada, status: 'todo', attempt: null, versions: null } as const;
    expect(outcomeOf(decideMove(task, { ...defaults, ...call }, now))).toBe(expected);
  });
});

describe.each([key, member])('a move by a $kind', (caller) => {
  it.each<Row<Move>>([
    ['held by an agent', 'task.moved', heldBy('bob'), {}],
    ['held under a lease', 'task.moved', heldBy('bob', running), {}],
    ['held under a lease that is over', 'task.moved', heldBy('bob', over), {}],
    ['that needs attention', 'task.moved', taskOf(needsAttention), {}],
    ['that needs attention, to in progress', 'task.moved', taskOf(needsAttention), { status: 'in_progress' }],
    ['assigned to an agent, to in progress', 'task.moved', assignedTo('bob'), { status: 'in_progress' }],
    [
      'assigned to an agent that is deactivated, to in progress',
      'VALIDATION_ERROR',
      assignedTo('bob'),
      { status: 'in_progress', isAssigneeInactive: true },
    ],
    [
      'assigned to an agent that is deactivated, to done',
      'task.moved',
      assignedTo('bob'),
      { isAssigneeInactive: true },
    ],
    ['whose held attempt it names', 'task.moved', heldBy('bob'), { attempt: 3 }],
    ['to the same status', 'keep', assignedTo('bob'), { status: 'todo' }],
    ['of another attempt', 'STALE_CLAIM', heldBy('bob'), { attempt: 2 }],
    ['whose attempt nobody holds', 'STALE_CLAIM', assignedTo('bob'), { attempt: 3 }],
    ['in another version', 'PRECONDITION_FAILED', heldBy('bob'), oldVersion],
  ])('of a task %s: %s', (_, expected, task, call) => {
    const defaults = { caller, status: 'done', attempt: null, versions: null } as const;
    expect(outcomeOf(decideMove(task, { ...defaults, ...call }, now))).toBe(expected);
  });
});

describe('an update of the title by agent ada', () => {
  it.each<Row<Update>>([
    ['in todo', 'task.updated', taskOf(), {}],
    ['done, with nobody assigned', 'task.updated', taskOf(done), {}],
    ['that needs attention', 'task.updated', taskOf(needsAttention), {}],
    ['assigned to ada', 'task.updated', assignedTo('ada'), {}],
    ['held by ada', 'task.updated', heldBy('ada', running), {}],
    ['that ada created, assigned to bob', 'task.updated', assignedTo('bob', createdByAda), {}],
    ['that ada created, held by bob', 'task.updated', heldBy('bob', createdByAda), {}],
    ['whose version she names', 'task.updated', taskOf(), itsVersion],
    ['held by bob', 'NOT_CLAIM_HOLDER', heldBy('bob'), {}],
    ['held by bob, created by key ada', 'NOT_CLAIM_HOLDER', heldBy('bob', createdByKeyNamedAda), {}],
    ['held by bob, other version', 'NOT_CLAIM_HOLDER', heldBy('bob'), oldVersion],
    ['assigned to bob', 'TASK_ASSIGNED_TO_OTHER', assignedTo('bob'), {}],
    ['done by bob', 'TASK_ASSIGNED_TO_OTHER', assignedTo('bob', done), {}],
    ['assigned to bob, other version', 'TASK_ASSIGNED_TO_OTHER', assignedTo('bob'), oldVersion],
    ['in another version', 'PRECONDITION_FAILED', taskOf(), oldVersion],
  ])('of a task %s: %s', (_, expected, task, call) => {
    const update = { patch: { title: 'U' }, caller: ada, versions: null, ...call };
    expect(outcomeOf(decideUpdate(task, update, now))).toBe(expected);
  });
});

it.each([{ assignedAgentId: 'ada' }, { assignedAgentId: null }, { projectId: 'project' }])(
  'an update of %j by an agent: FORBIDDEN, whatever else it sets',
  (patch) => {
    const update = { patch: { title: 'U', ...patch }, caller: ada, ...oldVersion };
    expect(decideUpdate(heldBy('bob'), update, now)).toBe('FORBIDDEN');
  },
);

describe.each([key, member])('an update by a $kind', (caller) => {
  const toAda = { patch: { assignedAgentId: 'ada' } };
  const toNobody = { patch: { assignedAgentId: null } };

  it.each<Row<Update>>([
    ['held by an agent', 'task.updated', heldBy('bob'), { patch: { title: 'U' } }],
    ['assigned to an agent', 'task.updated', assignedTo('bob'), toAda],
    ['done, except its assignee', 'task.updated', assignedTo('bob', done), { patch: { title: 'U' } }],
    ['without a field', 'keep', taskOf(), { patch: {} }],
    [
      'without a difference',
      'keep',
      assignedTo('ada'),
      { patch: { title: 'T', description: null, ...toAda.patch } },
    ],
    ['with an absent field', 'keep', taskOf(), { patch: { title: undefined } }],
    ['done, to the same assignee', 'keep', assignedTo('ada', done), toAda],
    ['done, to another assignee', 'TASK_ALREADY_COMPLETED', assignedTo('bob', done), toAda],
    ['done, to no assignee', 'TASK_ALREADY_COMPLETED', assignedTo('bob', done), toNobody],
    [
      'done, to another assignee, other version',
      'TASK_ALREADY_COMPLETED',
      taskOf(done),
      { ...toAda, ...oldVersion },
    ],
    ['cancelled, to another assignee', 'TASK_CANCELLED', assignedTo('bob', cancelled), toAda],
    ['cancelled, to no assignee', 'TASK_CANCELLED', assignedTo('bob', cancelled), toNobody],
    [
      'cancelled, to an assignee, other version',
      'TASK_CANCELLED',
      taskOf(cancelled),
      { ...toAda, ...oldVersion },
    ],
    ['in another version', 'PRECONDITION_FAILED', heldBy('bob'), { ...toAda, ...oldVersion }],
    ['without a difference, other version', 'PRECONDITION_FAILED', taskOf(), { patch: {}, ...oldVersion }],
  ])('of a task %s: %s', (_, expected, task, call) => {
    const update = { patch: {}, caller, versions: null, ...call };
    expect(outcomeOf(decideUpdate(task, update, now))).toBe(expected);
  });
});
