import { z } from 'zod';
import { maxShownReason } from '../bounds/attention-bounds.ts';
import { EventActor } from '../schemas/actor.ts';
import { Id, oneOf, Time } from '../schemas/values.ts';

/** How an attempt ended. */
const AttemptOutcome = oneOf(['completed', 'failed', 'released', 'expired', 'moved', 'reassigned']);

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
        'The reason of a failure, or of a release where one was given. `undelivered`: the connection closed before the response of claim-next.',
    }),
  })
  .meta({ id: 'TaskAttempt' });
export type TaskAttempt = z.infer<typeof TaskAttempt>;

/** A failed attempt, with its task. */
export const FailedAttempt = z
  .strictObject({
    taskId: Id,
    title: z.string().meta({ description: 'Of the task.' }),
    outcome: AttemptOutcome.extract(['failed', 'expired']),
    reason: z
      .string()
      .max(maxShownReason)
      .nullable()
      .meta({
        description: `The reason of a failure: of more than ${maxShownReason} characters the beginning and “…”. Null where the lease has expired.`,
      }),
    endedAt: Time,
  })
  .meta({ id: 'FailedAttempt' });
export type FailedAttempt = z.infer<typeof FailedAttempt>;

/** The bounds of `AttemptContext`: bytes (UTF-8) of the reason and of the result, number of comments, bytes of each. */
export const attemptContextBounds = { textBytes: 1_536, comments: 3, commentBytes: 1_024 };
const { textBytes, comments, commentBytes } = attemptContextBounds;

/** A comment in a response about its task. */
export const CommentInContext = z.strictObject({
  id: Id,
  body: z.string().meta({ description: 'Markdown.' }),
  author: EventActor,
  createdAt: Time,
  truncated: z.literal(true).optional().meta({ description: 'The body is cut.' }),
});
export type CommentInContext = z.infer<typeof CommentInContext>;

/** What an agent should know before it begins another attempt of a task: the last attempt and the newest comments. */
export const AttemptContext = z
  .strictObject({
    lastAttempt: z
      .strictObject({
        ...TaskAttempt.pick({ attempt: true, agentId: true, reason: true }).shape,
        endedAt: Time,
        outcome: AttemptOutcome,
        result: z.string().nullable().meta({ description: 'Of an attempt that completed the task.' }),
        truncated: z.literal(true).optional().meta({ description: 'The reason or the result is cut.' }),
      })
      .nullable()
      .meta({
        description: `The last attempt that has ended; null without any. Reason and result have at most ${textBytes} bytes each.`,
      }),
    comments: z
      .array(CommentInContext)
      .max(comments)
      .meta({
        description: `The newest ${comments} comments by others than the caller, the oldest first, each of at most ${commentBytes} bytes.`,
      }),
  })
  .meta({ id: 'AttemptContext' });
export type AttemptContext = z.infer<typeof AttemptContext>;
