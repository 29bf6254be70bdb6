import { z } from 'zod';
import { maxNamedBlockers } from '../bounds/next-bounds.ts';
import { Id, oneOf, Time } from '../schemas/values.ts';

/**
 * Why an open task waits. The first reason that applies is the reason; `stale` then replaces `working`, `assigned` or
 * `queued` once it has lasted too long.
 */
export const nextReasons = [
  'attempts_exhausted',
  'working',
  'person',
  'in_progress_unassigned',
  'blocker_cancelled',
  'blocked',
  'not_before',
  'paused',
  'agent_cannot_work',
  'assigned',
  'queued',
  'stale',
] as const;
export type NextReason = (typeof nextReasons)[number];

/** Who acts next on an open task, and why. */
export const TaskNext = z
  .strictObject({
    actor: oneOf(['agent', 'person', 'task', 'time']).meta({
      description:
        'The next actor: an agent, a person, those who work on other tasks, or nobody before a time.',
    }),
    reason: oneOf(nextReasons).meta({
      description:
        '`attempts_exhausted`: as many attempts in a row have failed as the project allows; `working`: an agent holds it; `person`: it ' +
        'is assigned to a person; `in_progress_unassigned`: it was moved there, and nobody is assigned; `blocker_cancelled`: it waits for a ' +
        'task that is cancelled or archived; `blocked`: it waits for others; `not_before`: it waits for a time; `paused`: its team, project or ' +
        'agent is paused; `agent_cannot_work`: its agent is inactive or has no valid token; `assigned`: it waits for its agent; ' +
        '`queued`: it waits in the queue; `stale`: `was` has lasted longer than the project allows.',
    }),
    since: Time,
    deadline: Time.optional().meta({
      description: 'When it ends by itself: the lease, the time to start; or when the task counts as stale.',
    }),
    was: oneOf(['working', 'assigned', 'queued'])
      .optional()
      .meta({ description: 'With `stale`: the reason before.' }),
    agentId: Id.optional(),
    attempt: z.int().optional(),
    memberId: Id.optional(),
    blockerIds: z.array(Id).max(maxNamedBlockers).optional().meta({
      description: 'Some of the tasks that it waits for; first those that are cancelled or archived.',
    }),
    paused: z
      .strictObject({ type: oneOf(['team', 'project', 'agent']), id: Id })
      .optional()
      .meta({ description: 'The team, project or agent that is paused.' }),
  })
  .meta({ id: 'TaskNext' });
export type TaskNext = z.infer<typeof TaskNext>;
