import { z } from 'zod';
import { AgentTarget } from '../resources/agent.ts';
import { TaskAttempt } from '../resources/attempt.ts';
import { Task, TaskInContext } from '../resources/task.ts';
import {
  ClaimNextTask,
  ClaimTask,
  CompleteTask,
  FailTask,
  HeartbeatTask,
  HeldTask,
  ListTaskAttempts,
  ReleaseTask,
  TaskAttemptPage,
  TaskAttemptQuery,
} from '../resources/task-requests.ts';
import { mutation, query } from './define-operations.ts';

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

/** The operations on tasks that begin, extend, end and list attempts: a part of `tasks.ts`. */
export const taskAttempts = {
  claim: mutation('claimTask', {
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
      route: 'POST /api/tasks/{taskId}/claim',
      summary: 'Claim a task',
      description:
        'Atomically sets the status to `in_progress` and assigns the task to the calling agent. If several ' +
        'agents claim the task at once, exactly one succeeds; the others get a 409 and take another task. With ' +
        '`leaseSeconds` the claim ends unless a heartbeat extends it.',
      versioned: 'write',
      checksToken: true,
    },
  }),
  claimNext: mutation('claimNextTask', {
    access: 'agent',
    input: ClaimNextTask,
    output: TaskInContext.optional(),
    errors: completionErrors,
    rest: {
      route: 'POST /api/teams/{teamId}/tasks/claim-next',
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
  }),
  heartbeat: mutation('heartbeatTask', {
    access: 'agent',
    input: HeartbeatTask,
    output: HeldTask,
    errors: ['TASK_ARCHIVED', 'NOT_CLAIM_HOLDER', 'STALE_CLAIM', 'TASK_ALREADY_COMPLETED', 'TASK_CANCELLED'],
    rest: {
      route: 'POST /api/tasks/{taskId}/heartbeat',
      summary: 'Extend the lease of a claim',
      description:
        'The lease then ends `leaseSeconds` from now. For the holder; a claim without a lease stays as it is. ' +
        'Neither `version` nor `updatedAt` changes, and no event is written. `notices` has what people want the holder to ' +
        'know: new comments, and that it is to stop.',
      versioned: 'read',
    },
  }),
  fail: mutation('failTask', {
    access: 'agent',
    input: FailTask,
    output: Task,
    errors: ['TASK_ARCHIVED', 'NOT_CLAIM_HOLDER', 'STALE_CLAIM', 'TASK_ALREADY_COMPLETED', 'TASK_CANCELLED'],
    rest: {
      route: 'POST /api/tasks/{taskId}/fail',
      summary: 'Fail an attempt',
      description:
        'For the holder that cannot do the task: its attempt ends, and the task goes back to `todo`, unassigned. It is offered to ' +
        'nobody before `notBefore`. With as many failures and expired leases in a row as the project allows it needs ' +
        'attention instead.',
      versioned: 'write',
    },
  }),
  release: mutation('releaseTask', {
    access: 'write',
    input: ReleaseTask,
    output: Task,
    errors: ['TASK_ARCHIVED', 'NOT_CLAIM_HOLDER', 'STALE_CLAIM', 'TASK_ALREADY_COMPLETED', 'TASK_CANCELLED'],
    rest: {
      route: 'POST /api/tasks/{taskId}/release',
      summary: 'Release a task',
      description:
        'Gives the task back to `todo`, unassigned. An agent releases what it holds, and does not get it from claim-next for 10 ' +
        'minutes; a team API key releases any task, which then no longer needs attention.',
      versioned: 'write',
    },
  }),
  attempts: query('listTaskAttempts', {
    access: 'read',
    input: ListTaskAttempts,
    output: z.array(TaskAttempt),
    paging: 'always',
    rest: {
      route: 'GET /api/tasks/{taskId}/attempts',
      summary: 'List the attempts of a task',
      description: 'The claims of the task, the newest first: who claimed it, when, and how the claim ended.',
    },
  }),
  complete: mutation('completeTask', {
    access: 'agent',
    input: CompleteTask,
    output: Task,
    errors: completionErrors,
    rest: {
      route: 'POST /api/tasks/{taskId}/complete',
      summary: 'Complete a task',
      description:
        'Sets the status to `done`, stores the result and emits `task.completed`. For the holder, or for an agent ' +
        'that could have claimed the task. Sending the same completion again returns 200 and emits nothing.',
      versioned: 'write',
      checksToken: true,
    },
  }),
  attemptPage: query('pageTaskAttempts', {
    access: 'read',
    input: TaskAttemptQuery,
    output: TaskAttemptPage,
    paging: 'always',
  }),
  releaseAll: mutation('releaseAgentTasks', {
    access: 'manage',
    input: AgentTarget,
    output: z.strictObject({ count: z.int() }),
  }),
};
