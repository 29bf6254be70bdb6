import { z } from 'zod';
import { retryBounds } from '../bounds/retry-bounds.ts';
import { textBounds } from '../bounds/text-bounds.ts';
import type { Worded } from '../errors/wording.ts';
import { taskFields, taskFieldTexts } from '../fields/task-fields.ts';
import { searchBounds } from '../rules/board-rules.ts';
import { creationShape, patchShape, TaskPriority, TaskStatus } from '../schemas/field-schemas.ts';
import { Archived, Cursor, Paged, PagedInDashboard } from '../schemas/paging.ts';
import {
  ExternalId,
  Flag,
  LongText,
  maxInteger,
  oneOf,
  PathId,
  Reference,
  text,
  wholeNumber,
} from '../schemas/values.ts';
import { CommentInContext, TaskAttempt } from './attempt.ts';
import { Include, Task } from './task.ts';

/** The bounds of a lease, in seconds. */
export const minLeaseSeconds = 30;
export const maxLeaseSeconds = 86_400;

/** How long claim-next and a list may wait, in seconds. */
export const maxWaitSeconds = 30;

export const TaskTarget = z.strictObject({ taskId: PathId });

export const GetTask = TaskTarget.extend({ include: Include.optional() });

const Claimable = Flag.default(false).meta({
  description:
    'True: only tasks that the calling agent could claim now; for a team API key, tasks that any agent that can work could claim. Includes tasks that the agent itself has released, which claim-next leaves to other agents for 10 minutes. A page may have fewer tasks than `limit`, or none, and still a next page.',
});

/** How many tasks a list can name by their ids. */
export const maxTaskIds = 100;

const TaskIds = z
  .array(Reference, { error: 'must be ids of tasks, separated by commas' })
  .min(1, { error: 'must have an id' })
  .max(maxTaskIds, { error: `must have at most ${maxTaskIds} ids` })
  .overwrite((ids) => [...new Set(ids)])
  .meta({
    description:
      'The tasks with these ids, in their order, archived or not; without other filters, and whatever `limit` says. ' +
      'An unknown id is a 400 that names it. With `fields=id,status,next&include=next` the response is small.',
  });

export const ListTasks = z.strictObject({
  teamId: PathId,
  ids: TaskIds.optional(),
  waitFor: oneOf(['all', 'any'])
    .meta({
      description:
        'With `ids` and `wait`: responds when all (the default) or any of them have ended, with `X-Wait-Over: true`. A task has ended ' +
        'when it is done, cancelled or archived, or when a person has to act (`next` says why) for another reason than a pause. With `all`, ' +
        'it has also ended while a person has to act on an open task that it waits for, directly or through others: it cannot go on before. ' +
        'To wait for the rest, call again with the ids that have not ended: a wait for `any` responds at once if one of them has ended.',
    })
    .optional(),
  wait: wholeNumber(0, maxWaitSeconds).default(0).meta({
    description:
      'With `ids`: how many seconds to wait at most. After that time, the response has the tasks as they are then.',
  }),
  status: TaskStatus.optional(),
  projectId: Reference.meta({ description: 'Tasks of this project only.' }).optional(),
  agentId: Reference.meta({ description: 'Tasks assigned to this agent only.' }).optional(),
  memberId: Reference.meta({ description: 'Tasks assigned to this person only.' }).optional(),
  blockedBy: Reference.meta({ description: 'Tasks that wait for this task only.' }).optional(),
  claimable: Claimable,
  parentId: Reference.meta({ description: 'The sub-tasks of this task only.' }).optional(),
  externalId: ExternalId.meta({ description: 'The task with this `externalId` only.' }).optional(),
  nextActor: oneOf(['person'])
    .meta({
      description:
        'Open tasks on which a person has to act next, those that are assigned to people included. A page may be short, even empty, and have a next one.',
    })
    .optional(),
  include: oneOf(['next']).meta({ description: '`next`: who acts next on each task, and why.' }).optional(),
  archived: Archived,
  ...Paged,
});

/** Archived tasks, for the dashboard: of a project, and with a text in the title or the description. */
export const ListArchive = z.strictObject({
  teamId: PathId,
  projectId: Reference.optional(),
  search: text(searchBounds).optional(),
  ...PagedInDashboard,
});

export const CreateTask = z.strictObject({ teamId: PathId, ...creationShape(taskFields, taskFieldTexts) });

/** How many tasks one plan can create. */
export const maxPlannedTasks = 500;

/** A task of a plan. Other tasks of the same request refer to it by its `ref`. */
export const PlannedTask = z.strictObject({
  ref: text(textBounds.ref).optional().meta({
    description:
      'Names the task in this request alone: `blockedBy` and `parentId` of others have "ref:" and this name.',
  }),
  ...creationShape(taskFields, taskFieldTexts),
});
export type PlannedTask = z.output<typeof PlannedTask>;

export const CreateTasks = z.strictObject({
  teamId: PathId,
  tasks: z
    .array(PlannedTask, { error: 'must be an array of tasks' })
    .min(1, { error: 'must have at least one task' })
    .max(maxPlannedTasks, { error: `must have at most ${maxPlannedTasks} tasks` }),
});

export const TaskPatch = z.strictObject(patchShape(taskFields, taskFieldTexts));
export type TaskPatch = z.infer<typeof TaskPatch>;

/** Error messages for fields that exist but that an update cannot write. */
export const readOnlyTaskFields = new Map<string, Worded>([
  ['status', ({ call }) => `is changed with ${call('tasks.move')}, not here`],
  ['result', ({ call }) => `is written with ${call('tasks.complete')}, not here`],
]);

export const UpdateTask = TaskTarget.extend(TaskPatch.shape);

const LeaseSeconds = wholeNumber(minLeaseSeconds, maxLeaseSeconds).meta({
  description:
    'The claim ends after so many seconds without a heartbeat, and the task returns to `todo`. Without it the ' +
    'claim holds until complete, release or move.',
});

const Attempt = wholeNumber(0, maxInteger).meta({
  description:
    'The `attempt` of your claim. If it is over (its lease expired, or the task was released, moved or claimed again), ' +
    'the response is 409 STALE_CLAIM and nothing changes.',
});

export const ClaimTask = GetTask.extend({ leaseSeconds: LeaseSeconds.optional() });

export const CompleteTask = TaskTarget.extend({
  result: LongText.nullish().meta({ description: 'Stored on the task; null when absent.' }),
  attempt: Attempt.optional(),
});

export const HeartbeatTask = TaskTarget.extend({ attempt: Attempt.optional() });

/** How many comments a heartbeat hands out, and how many bytes of text (UTF-8) in all. */
export const noticeBounds = { comments: 3, bytes: 4_096 };

/** What a heartbeat tells the holder of a task. A field is absent without news of its kind. */
export const TaskNotices = z
  .strictObject({
    stop: z
      .strictObject({ reason: z.string(), source: oneOf(['agent', 'project', 'team']) })
      .optional()
      .meta({
        description:
          'The agent, the project of the task or the whole team is paused: bring what you do to an end, then complete or ' +
          'release the task.',
      }),
    comments: z
      .array(CommentInContext)
      .min(1)
      .max(noticeBounds.comments)
      .optional()
      .meta({
        description:
          'The newest comments by others since the claim or its last heartbeat, the oldest first: at most ' +
          `${noticeBounds.comments}, with ${noticeBounds.bytes} bytes of text, of which the longest are cut first. Each is handed out once.`,
      }),
  })
  .meta({ id: 'TaskNotices' });
export type TaskNotices = z.infer<typeof TaskNotices>;

/** The response to a heartbeat. */
export const HeldTask = Task.extend({ notices: TaskNotices }).meta({ id: 'HeldTask' });
export type HeldTask = z.infer<typeof HeldTask>;

export const ReleaseTask = TaskTarget.extend({
  reason: text(textBounds.reason)
    .nullish()
    .meta({ description: 'For the history of the task, which people read.' }),
  attempt: Attempt.optional(),
});

export const FailTask = TaskTarget.extend({
  reason: text(textBounds.failureReason).meta({
    description: 'Why it cannot be done: for people, and for the agent that gets the task next.',
  }),
  retryAfterSeconds: wholeNumber(0, retryBounds.maxRequestedSeconds)
    .optional()
    .meta({
      description: `After how many seconds the task is offered again. When absent ${retryBounds.firstSeconds}, doubled with each failure in a row, at most ${retryBounds.maxSeconds}.`,
    }),
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
  include: Include.optional(),
});

export const ListTaskAttempts = z.strictObject({ taskId: PathId, ...Paged });

/** For the task panel of the dashboard. */
export const TaskAttemptQuery = ListTaskAttempts.extend({ cursor: Cursor.nullish() });

export const TaskAttemptPage = z.strictObject({
  attempts: z.array(TaskAttempt),
  nextCursor: z.string().nullable(),
});
export type TaskAttemptPage = z.infer<typeof TaskAttemptPage>;

export const MoveTask = TaskTarget.extend({ status: TaskStatus, attempt: Attempt.optional() });

/**
 * The version of the task that the caller has read. If the task has another version, the call fails and changes
 * nothing.
 */
const ReadVersion = wholeNumber(1);

export const UpdateTaskIfUnchanged = UpdateTask.extend({ version: ReadVersion });

export const MoveTaskIfUnchanged = MoveTask.extend({ version: ReadVersion });
