import { z } from 'zod';
import { agentFailureThreshold } from '../bounds/attention-bounds.ts';
import { Limit } from '../schemas/paging.ts';
import { BoundedCount, Id, oneOf, PathId, Time } from '../schemas/values.ts';
import { FailedAttempt } from './attempt.ts';
import { BoardTask } from './board.ts';
import { TaskNext } from './task-next.ts';

/** Why a person has to act on a task, in the order of the attention page. */
export const attentionReasons = [
  'attempts_exhausted',
  'stale',
  'blocker_cancelled',
  'agent_cannot_work',
  'paused',
  'in_progress_unassigned',
] as const;
export type AttentionReason = (typeof attentionReasons)[number];

/** How many tasks of each reason `attention.get` returns. */
export const maxAttentionTasks = 20;
/** How many agents, keys and webhooks that are stuck `attention.get` returns, of each kind. */
export const maxStuckThings = 100;

/** A task without its long texts, with who acts next. */
export const AttentionTask = BoardTask.extend({
  next: TaskNext,
  lastFailure: FailedAttempt.pick({ outcome: true, reason: true }).optional().meta({
    description: 'How the last attempt ended, where the attempts are exhausted.',
  }),
}).meta({ id: 'AttentionTask' });
export type AttentionTask = z.infer<typeof AttentionTask>;

/** Something that is stuck and is not a task: the queue, an agent, a token, a key or a webhook. */
export const StuckThing = z
  .strictObject({
    reason: oneOf([
      'no_working_agent',
      'agent_failing',
      'token_expiring',
      'key_expiring',
      'webhook_disabled',
    ]).meta({
      description:
        '`no_working_agent`: tasks are in the queue, and no agent is active with a valid token; `agent_failing`: the last three attempts of ' +
        'an agent failed, and it is not paused; `token_expiring`, `key_expiring`: a token or team API key expires within 14 days, or has; `webhook_disabled`: an endpoint gets ' +
        'no events any more, since its deliveries failed.',
    }),
    id: Id.nullable().meta({ description: 'Of the agent, key or webhook; null for the team.' }),
    name: z.string().nullable().meta({ description: 'Of the agent or key, or the host of the webhook.' }),
    at: Time.nullable().meta({ description: 'When it expires, or was disabled.' }),
    failures: z.array(FailedAttempt).max(agentFailureThreshold).optional().meta({
      description: 'With `agent_failing`: its last failed attempts, the newest first.',
    }),
  })
  .meta({ id: 'StuckThing' });
export type StuckThing = z.infer<typeof StuckThing>;

export const Attention = z
  .strictObject({
    tasks: z
      .array(
        z.strictObject({
          reason: oneOf(attentionReasons),
          count: BoundedCount.shape.count.meta({ description: 'Counted up to 1,000.' }),
          isExact: BoundedCount.shape.isExact.meta({ description: 'False where there may be more.' }),
          tasks: z.array(AttentionTask).max(maxAttentionTasks).meta({ description: 'The oldest of them.' }),
        }),
      )
      .meta({
        description:
          'Tasks on which a person has to act, and which nobody has taken, by reason. Reasons without a task are absent; where only the first 10,000 tasks were looked at, a `count` may be 0.',
      }),
    stuck: z.array(StuckThing).meta({
      description:
        'Other things that are stuck. Only admins, owners and keys with the access `manage` see keys and webhooks.',
    }),
  })
  .meta({ id: 'Attention' });
export type Attention = z.infer<typeof Attention>;

export const AttentionQuery = z.strictObject({ teamId: PathId });

/** The tasks of one reason, the oldest first, for the dashboard. */
export const AttentionTaskQuery = z.strictObject({
  teamId: PathId,
  reason: oneOf(attentionReasons),
  limit: Limit,
  cursor: z.strictObject({ createdAt: Time, id: PathId }).nullish(),
});

export const AttentionTaskPage = z.strictObject({
  tasks: z.array(AttentionTask),
  nextCursor: AttentionTaskQuery.shape.cursor.unwrap(),
});
export type AttentionTaskPage = z.infer<typeof AttentionTaskPage>;
