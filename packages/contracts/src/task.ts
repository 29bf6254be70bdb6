import { z } from 'zod';
import { taskPriorities, taskStatuses } from './enums.ts';
import { Cursor, Limit } from './paging.ts';
import { Id, LongText, oneOf, PathId, Reference, Time, text } from './text.ts';
import { textBounds } from './text-bounds.ts';
import { wholeNumber } from './whole-number.ts';
import type { Worded } from './wording.ts';

export const TaskStatus = oneOf(taskStatuses).meta({ id: 'TaskStatus' });
export type TaskStatus = z.infer<typeof TaskStatus>;

export const TaskPriority = oneOf(taskPriorities).meta({ id: 'TaskPriority' });
export type TaskPriority = z.infer<typeof TaskPriority>;

/** Of a lease, in seconds. */
export const minLeaseSeconds = 30;
export const maxLeaseSeconds = 86_400;

/** Of claim-next, in seconds. */
export const maxWaitSeconds = 30;

/** Why no agent gets the task until a person or a team API key releases it. */
export const NeedsAttention = oneOf(['attempts_exhausted']);

const Title = text(textBounds.title);

export const Task = z
  .strictObject({
    id: Id,
    title: z.string(),
    description: z.string().nullable(),
    status: TaskStatus,
    priority: TaskPriority,
    assignedAgentId: Id.nullable().meta({ description: 'Null while no agent is assigned.' }),
    projectId: Id,
    result: z.string().nullable().meta({ description: 'Null until the task is completed with a result.' }),
    attempt: z
      .int()
      .min(0)
      .meta({
        description:
          '0 at first, one more with every claim. Send it with complete, heartbeat and release: after your claim ' +
          'ended they are rejected with STALE_CLAIM and change nothing.',
      }),
    leaseExpiresAt: Time.nullable().meta({
      description: 'When the claim ends unless a heartbeat extends it; null for a claim without a lease.',
    }),
    needsAttention: NeedsAttention.nullable().meta({
      description:
        '`attempts_exhausted`: as many leases in a row expired as the project allows. No agent gets the task until ' +
        'a person or a team API key releases it.',
    }),
    version: z.int().min(1).meta({
      description:
        '1 on creation, one more with every change. It never decreases in the order of the event log.',
    }),
    statusChangedAt: Time.meta({
      description: 'When the status last changed; in progress, when its agent claimed it or was assigned.',
    }),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Task' });
export type Task = z.infer<typeof Task>;

export const TaskTarget = z.strictObject({ taskId: PathId });

export const ListTasks = z.strictObject({
  teamId: PathId,
  status: TaskStatus.optional(),
  projectId: Reference.meta({ description: 'Tasks of this project only.' }).optional(),
  agentId: Reference.meta({ description: 'Tasks assigned to this agent only.' }).optional(),
  limit: Limit,
  cursor: Cursor.optional(),
});

/** On creation null counts as absent. */
export const CreateTask = z.strictObject({
  teamId: PathId,
  title: Title,
  description: LongText.nullish(),
  projectId: Reference.meta({ description: 'A project of the team.' }),
  assignedAgentId: Reference.nullish().meta({ description: 'An active agent of the team.' }),
  priority: TaskPriority.nullish().meta({ description: '`normal` when absent.' }),
});

/** The fields that can be written after creation. Agents may write title, description and priority. */
export const TaskPatch = z.strictObject({
  title: Title.optional(),
  description: LongText.nullable().optional(),
  priority: TaskPriority.optional(),
  assignedAgentId: Reference.nullable().optional().meta({
    description:
      'An active agent of the team. Null unassigns the task: a held one is released and becomes `todo`.',
  }),
  projectId: Reference.optional().meta({ description: 'A project of the team.' }),
});
export type TaskPatch = z.infer<typeof TaskPatch>;

/** Messages for fields that exist but cannot be written here. */
export const readOnlyTaskFields = new Map<string, Worded>([
  ['status', ({ call }) => `is changed with ${call('tasks.move')}, not here`],
  ['result', ({ call }) => `is written with ${call('tasks.complete')}, not here`],
]);

export const UpdateTask = TaskTarget.extend(TaskPatch.shape);

/** Of a claim. */
const LeaseSeconds = wholeNumber(minLeaseSeconds, maxLeaseSeconds).meta({
  description:
    'The claim ends after so many seconds without a heartbeat, and the task returns to `todo`. Without it the ' +
    'claim holds until complete, release or move.',
});

/** The attempt that the caller was given: rejected with STALE_CLAIM once it is over. */
const Attempt = wholeNumber(0, 2_147_483_647).meta({
  description:
    'The `attempt` of your claim. If it is over (its lease expired, or the task was released, moved or claimed again), ' +
    'the response is 409 STALE_CLAIM and nothing changes.',
});

export const ClaimTask = TaskTarget.extend({ leaseSeconds: LeaseSeconds.optional() });

export const CompleteTask = TaskTarget.extend({
  result: LongText.nullish().meta({ description: 'Stored on the task; null when absent.' }),
  attempt: Attempt.optional(),
});

export const HeartbeatTask = TaskTarget.extend({ attempt: Attempt.optional() });

export const ReleaseTask = TaskTarget.extend({
  reason: text(textBounds.reason)
    .nullish()
    .meta({ description: 'For the history of the task, which people read.' }),
  attempt: Attempt.optional(),
});

export const ClaimNextTask = z.strictObject({
  teamId: PathId,
  projectId: Reference.optional().meta({ description: 'Tasks of this project only.' }),
  priority: TaskPriority.optional().meta({ description: 'Tasks of this priority only.' }),
  leaseSeconds: LeaseSeconds.optional(),
  wait: wholeNumber(0, maxWaitSeconds)
    .default(0)
    .meta({ description: 'How many seconds to wait for a task when there is none.' }),
  complete: z
    .strictObject(
      {
        taskId: Reference.meta({ description: 'The task that you have finished.' }),
        result: CompleteTask.shape.result,
        attempt: CompleteTask.shape.attempt,
      },
      { error: ({ code }) => (code === 'invalid_type' ? 'must be an object' : undefined) },
    )
    .optional()
    .meta({
      description:
        'Completes this task first. If that is rejected, its error is the response and nothing is claimed.',
    }),
});

/** How an attempt ended; null while it lasts. */
export const AttemptOutcome = oneOf(['completed', 'released', 'expired', 'moved', 'reassigned']);

/** One claim of a task, from its start to its end. */
export const TaskAttempt = z
  .strictObject({
    attempt: z.int().min(1),
    agentId: Id,
    startedAt: Time,
    endedAt: Time.nullable().meta({ description: 'Null while the agent holds the task.' }),
    outcome: AttemptOutcome.nullable().meta({ description: 'Null while the agent holds the task.' }),
    reason: z.string().nullable().meta({
      description:
        'The reason of a release, where one was given. `undelivered`: the connection closed before the response of claim-next.',
    }),
  })
  .meta({ id: 'TaskAttempt' });
export type TaskAttempt = z.infer<typeof TaskAttempt>;

export const ListTaskAttempts = z.strictObject({ taskId: PathId, limit: Limit, cursor: Cursor.optional() });

/** For the panel of the dashboard. */
export const TaskAttemptQuery = ListTaskAttempts.extend({ cursor: Cursor.nullish() });

export const TaskAttemptPage = z.strictObject({
  attempts: z.array(TaskAttempt),
  nextCursor: z.string().nullable(),
});
export type TaskAttemptPage = z.infer<typeof TaskAttemptPage>;

export const MoveTask = TaskTarget.extend({ status: TaskStatus, attempt: Attempt.optional() });

/** The version of the task that the caller has read: with any other version the call fails and changes nothing. */
const ReadVersion = wholeNumber(1);

export const UpdateTaskIfUnchanged = UpdateTask.extend({ version: ReadVersion });

export const MoveTaskIfUnchanged = MoveTask.extend({ version: ReadVersion });
