import { z } from 'zod';
import { AgentTarget } from '../agent.ts';
import { TaskAttempt } from '../attempt.ts';
import { ArchivePage } from '../board.ts';
import { TaskDependencies } from '../dependencies.ts';
import { TaskHierarchy } from '../hierarchy.ts';
import {
  ClaimNextTask,
  ClaimTask,
  CompleteTask,
  CreateTask,
  CreateTasks,
  FailTask,
  GetTask,
  HeartbeatTask,
  HeldTask,
  ListArchive,
  ListedTask,
  ListTaskAttempts,
  ListTasks,
  MoveTask,
  MoveTaskIfUnchanged,
  ReleaseTask,
  Task,
  TaskAttemptPage,
  TaskAttemptQuery,
  TaskInContext,
  TaskTarget,
  UpdateTask,
  UpdateTaskIfUnchanged,
} from '../task.ts';
import { agentWritableInWords, creatorWritableInWords } from '../task-fields.ts';
import { defineOperations } from './define-operations.ts';

const tag = 'Tasks';
const updateErrors = [
  'TASK_ARCHIVED',
  'NOT_CLAIM_HOLDER',
  'TASK_ASSIGNED_TO_OTHER',
  'TASK_ALREADY_COMPLETED',
  'TASK_CANCELLED',
  'TASK_ALREADY_CLAIMED',
  'PAUSED',
  'TASK_BLOCKED',
  'DEPENDENCY_CYCLE',
  'LIMIT_REACHED',
  'EXTERNAL_ID_TAKEN',
] as const;
const completionErrors = [
  'TASK_ARCHIVED',
  'NOT_CLAIM_HOLDER',
  'STALE_CLAIM',
  'TASK_ASSIGNED_TO_OTHER',
  'TASK_NOT_CLAIMABLE',
  'TASK_ALREADY_COMPLETED',
  'TASK_CANCELLED',
  'PAUSED',
  'TASK_BLOCKED',
] as const;
const moveErrors = [
  'TASK_ARCHIVED',
  'NOT_CLAIM_HOLDER',
  'STALE_CLAIM',
  'TASK_ASSIGNED_TO_OTHER',
  'TASK_NOT_CLAIMABLE',
  'PAUSED',
  'TASK_BLOCKED',
] as const;

export const tasks = defineOperations('tasks', {
  list: {
    operationId: 'listTasks',
    type: 'query',
    access: 'read',
    input: ListTasks,
    output: z.array(ListedTask),
    paging: 'pages',
    rest: {
      method: 'GET',
      path: '/api/teams/{teamId}/tasks',
      tag,
      summary: 'List tasks',
      description:
        'Newest first. While the response carries `X-Next-Cursor` (and `Link: <url>; rel="next"`) there are more: ' +
        'pass it as `cursor`. A task that exists throughout is returned exactly once, even if it changes meanwhile. ' +
        'With `ids` and `wait` the response comes when these tasks have ended, or after that time.',
      checksToken: true,
      waitField: 'wait',
    },
  },
  create: {
    operationId: 'createTask',
    type: 'mutation',
    access: 'write',
    input: CreateTask,
    output: Task,
    errors: ['EXTERNAL_ID_TAKEN', 'LIMIT_REACHED'],
    rest: {
      method: 'POST',
      path: '/api/teams/{teamId}/tasks',
      tag,
      summary: 'Create a task',
      description: 'The task starts in `todo`, also when it is assigned at once.',
      statuses: [201],
      location: '/api/tasks/{id}',
      versioned: 'read',
    },
  },
  createMany: {
    operationId: 'createTasks',
    type: 'mutation',
    access: 'write',
    input: CreateTasks,
    output: z.array(Task),
    errors: ['LIMIT_REACHED', 'EXTERNAL_ID_TAKEN'],
    rest: {
      method: 'POST',
      path: '/api/teams/{teamId}/tasks/bulk',
      tag,
      summary: 'Create a plan of tasks',
      description:
        'Creates all tasks, or none, and returns them in their order. A task may have a `ref`: others name it "ref:build" among ' +
        'the tasks that they wait for, or as their parent. Counts as one request for each 10 tasks; a team creates one plan at a time.',
      statuses: [201],
      costField: 'tasks',
    },
  },
  get: {
    operationId: 'getTask',
    type: 'query',
    access: 'read',
    input: GetTask,
    output: TaskInContext,
    rest: {
      method: 'GET',
      path: '/api/tasks/{taskId}',
      tag,
      summary: 'Get a task',
      versioned: 'read',
      checksToken: true,
    },
  },
  update: {
    operationId: 'updateTask',
    type: 'mutation',
    access: 'write',
    input: UpdateTask,
    output: Task,
    errors: updateErrors,
    rest: {
      method: 'PATCH',
      path: '/api/tasks/{taskId}',
      tag,
      summary: 'Update a task',
      description:
        `Writes the given fields; an agent may write ${agentWritableInWords}, of tasks that it created or ` +
        `that no other agent holds or is assigned to, and ${creatorWritableInWords} of what it created and nobody holds. ` +
        'Changing the assignee ' +
        'of a held task hands the claim over; setting it to null releases the task, back to `todo`.',
      versioned: 'write',
    },
  },
  claim: {
    operationId: 'claimTask',
    type: 'mutation',
    access: 'agent',
    input: ClaimTask,
    output: TaskInContext,
    errors: [
      'TASK_ARCHIVED',
      'TASK_ALREADY_CLAIMED',
      'TASK_ASSIGNED_TO_OTHER',
      'TASK_NOT_CLAIMABLE',
      'STALE_CLAIM',
      'PAUSED',
      'TASK_BLOCKED',
    ],
    rest: {
      method: 'POST',
      path: '/api/tasks/{taskId}/claim',
      tag,
      summary: 'Claim a task',
      description:
        'Atomically sets the status to `in_progress` and assigns the task to the calling agent. If several ' +
        'agents claim the task at once, exactly one succeeds; the others get a 409 and take another task. With ' +
        '`leaseSeconds` the claim ends unless a heartbeat extends it.',
      versioned: 'write',
      checksToken: true,
    },
  },
  claimNext: {
    operationId: 'claimNextTask',
    type: 'mutation',
    access: 'agent',
    input: ClaimNextTask,
    output: TaskInContext.optional(),
    errors: completionErrors,
    rest: {
      method: 'POST',
      path: '/api/teams/{teamId}/tasks/claim-next',
      tag,
      summary: 'Claim the next task',
      description:
        'Claims the first task in `todo` that the calling agent can claim: by priority, then tasks assigned to it, then the ' +
        'oldest. 204 when there is none after `wait` seconds; a task that is being changed at that moment is ' +
        'skipped. With `complete`, it finishes a task first: a worker needs one request per task. The two are separate ' +
        'commits: after a 204 the completion stands. Tasks of paused projects are passed over. If the connection closes before the response is sent, the claim ' +
        'is released (reason `undelivered`), unless the request has an `Idempotency-Key`.',
      statuses: [200, 204],
      versioned: 'read',
      waitField: 'wait',
      checksToken: true,
    },
  },
  heartbeat: {
    operationId: 'heartbeatTask',
    type: 'mutation',
    access: 'agent',
    input: HeartbeatTask,
    output: HeldTask,
    errors: ['TASK_ARCHIVED', 'NOT_CLAIM_HOLDER', 'STALE_CLAIM', 'TASK_ALREADY_COMPLETED', 'TASK_CANCELLED'],
    rest: {
      method: 'POST',
      path: '/api/tasks/{taskId}/heartbeat',
      tag,
      summary: 'Extend the lease of a claim',
      description:
        'The lease then ends `leaseSeconds` from now. For the holder; a claim without a lease stays as it is. ' +
        'Neither `version` nor `updatedAt` changes, and no event is written. `notices` has what people want the holder to ' +
        'know: new comments, and that it is to stop.',
      versioned: 'read',
    },
  },
  fail: {
    operationId: 'failTask',
    type: 'mutation',
    access: 'agent',
    input: FailTask,
    output: Task,
    errors: ['TASK_ARCHIVED', 'NOT_CLAIM_HOLDER', 'STALE_CLAIM', 'TASK_ALREADY_COMPLETED', 'TASK_CANCELLED'],
    rest: {
      method: 'POST',
      path: '/api/tasks/{taskId}/fail',
      tag,
      summary: 'Fail an attempt',
      description:
        'For the holder that cannot do the task: its attempt ends, and the task goes back to `todo`, unassigned. It is offered to ' +
        'nobody before `notBefore`. With as many failures and expired leases in a row as the project allows it needs ' +
        'attention instead.',
      versioned: 'write',
    },
  },
  release: {
    operationId: 'releaseTask',
    type: 'mutation',
    access: 'write',
    input: ReleaseTask,
    output: Task,
    errors: ['TASK_ARCHIVED', 'NOT_CLAIM_HOLDER', 'STALE_CLAIM', 'TASK_ALREADY_COMPLETED', 'TASK_CANCELLED'],
    rest: {
      method: 'POST',
      path: '/api/tasks/{taskId}/release',
      tag,
      summary: 'Release a task',
      description:
        'Gives the task back to `todo`, unassigned. An agent releases what it holds, and does not get it from claim-next for 10 ' +
        'minutes; a team API key releases any task, which then no longer needs attention.',
      versioned: 'write',
    },
  },
  attempts: {
    operationId: 'listTaskAttempts',
    type: 'query',
    access: 'read',
    input: ListTaskAttempts,
    output: z.array(TaskAttempt),
    paging: 'pages',
    rest: {
      method: 'GET',
      path: '/api/tasks/{taskId}/attempts',
      tag,
      summary: 'List the attempts of a task',
      description: 'Who claimed it when, and how each claim ended. The newest first.',
    },
  },
  complete: {
    operationId: 'completeTask',
    type: 'mutation',
    access: 'agent',
    input: CompleteTask,
    output: Task,
    errors: completionErrors,
    rest: {
      method: 'POST',
      path: '/api/tasks/{taskId}/complete',
      tag,
      summary: 'Complete a task',
      description:
        'Sets the status to `done`, stores the result and emits `task.completed`. For the holder, or for an agent ' +
        'that could have claimed the task. Sending the same completion again returns 200 and emits nothing.',
      versioned: 'write',
      checksToken: true,
    },
  },
  move: {
    operationId: 'moveTask',
    type: 'mutation',
    access: 'write',
    input: MoveTask,
    output: Task,
    errors: moveErrors,
    rest: {
      method: 'POST',
      path: '/api/tasks/{taskId}/move',
      tag,
      summary: 'Move a task to another status',
      description:
        'Moves between any two statuses. Back to `todo` clears the assignment and the claim. An agent may not move what ' +
        'another agent holds or is assigned to, except to other statuses than `in_progress` what it created and nobody ' +
        'holds. What it holds under a lease, it moves with its `attempt` or with `If-Match`.',
      versioned: 'write',
    },
  },
  archive: {
    operationId: 'archiveTask',
    type: 'mutation',
    access: 'organize',
    input: TaskTarget,
    output: Task,
    errors: ['TASK_ALREADY_CLAIMED'],
    rest: {
      method: 'POST',
      path: '/api/tasks/{taskId}/archive',
      tag,
      summary: 'Archive a task',
      description:
        'Archives the task: it is on no board, in no queue and in lists with `archived=true` alone, and cannot be changed until it ' +
        'is restored. A task in progress is not archived.',
      versioned: 'write',
    },
  },
  restore: {
    operationId: 'restoreTask',
    type: 'mutation',
    access: 'organize',
    input: TaskTarget,
    output: Task,
    errors: ['TASK_ARCHIVED'],
    rest: {
      method: 'POST',
      path: '/api/tasks/{taskId}/restore',
      tag,
      summary: 'Restore a task',
      description:
        'The task is as it was before it was archived; if its person has left the team, it is unassigned. Restoring a task that is not archived changes nothing.',
      versioned: 'write',
    },
  },
  archived: {
    operationId: 'listArchive',
    type: 'query',
    access: 'read',
    input: ListArchive,
    output: ArchivePage,
    paging: 'pages',
  },
  // An edit on an open page must not overwrite changes that the person has not seen.
  updateIfUnchanged: {
    operationId: 'updateTaskIfUnchanged',
    type: 'mutation',
    access: 'write',
    input: UpdateTaskIfUnchanged,
    output: Task,
    errors: [...updateErrors, 'PRECONDITION_FAILED'],
  },
  moveIfUnchanged: {
    operationId: 'moveTaskIfUnchanged',
    type: 'mutation',
    access: 'write',
    input: MoveTaskIfUnchanged,
    output: Task,
    errors: [...moveErrors, 'PRECONDITION_FAILED'],
  },
  attemptPage: {
    operationId: 'pageTaskAttempts',
    type: 'query',
    access: 'read',
    input: TaskAttemptQuery,
    output: TaskAttemptPage,
    paging: 'pages',
  },
  dependencies: {
    operationId: 'listTaskDependencies',
    type: 'query',
    access: 'read',
    input: TaskTarget,
    output: TaskDependencies,
  },
  hierarchy: {
    operationId: 'getTaskHierarchy',
    type: 'query',
    access: 'read',
    input: TaskTarget,
    output: TaskHierarchy,
  },
  releaseAll: {
    operationId: 'releaseAgentTasks',
    type: 'mutation',
    access: 'manage',
    input: AgentTarget,
    output: z.strictObject({ count: z.int() }),
  },
});
