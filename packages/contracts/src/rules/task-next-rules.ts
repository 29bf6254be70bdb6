import type { NextReason, TaskNext } from '../resources/task-next.ts';
import { addSeconds } from './task-conditions.ts';
import { findReasonOfRow, findStaleTime, laterOf, queuedSince, waitingSince } from './task-reason.ts';
import { earliestOf, placeInQueue } from './task-settle.ts';
import type { TaskDecision, TaskState } from './task-state.ts';

// Who acts next on an open task, and why (`next` of a task). Docs: docs/decisions/0020-next-actor.md.

/** Facts about a task from other rows: those of its project, agent, team and blockers. */
export type NextFacts = {
  /** The pause of the team, project or agent that keeps the task from being started; null without one. */
  paused: (NonNullable<TaskNext['paused']> & { at: string }) | null;
  /**
   * Since when the assigned agent is inactive or has no valid token; null while it can work or no agent is assigned.
   */
  agentStoppedAt: string | null;
  /**
   * When the last of these pauses ended, or the agent could work again: the time until stale starts anew. Null: never.
   */
  resumedAt: string | null;
  /** Some of its open blockers. */
  openBlockerIds: readonly string[];
};

const actorByReason: Record<NextReason, TaskNext['actor']> = {
  attempts_exhausted: 'person',
  working: 'agent',
  person: 'person',
  in_progress_unassigned: 'person',
  blocker_cancelled: 'person',
  blocked: 'task',
  not_before: 'time',
  paused: 'person',
  agent_cannot_work: 'person',
  assigned: 'agent',
  queued: 'agent',
  stale: 'person',
};

const toNext = <Reason extends NextReason>(reason: Reason, since: string) => ({
  ...{ actor: actorByReason[reason], reason, since },
});

/** Who acts next, by the first reason that applies; null for a closed or archived task. */
export function findNext(task: TaskState, facts: NextFacts, now: string): TaskNext | null {
  const reason = findReasonOfRow(task, now)?.reason;
  const { assignedMemberId, notBefore } = task;
  switch (reason) {
    case undefined:
      return null;
    case 'working':
      return nextOfHolder(task, now);
    case 'assigned':
    case 'queued':
      return nextInQueue(task, reason, facts, now);
    case 'blocker_cancelled':
    case 'blocked':
      return { ...toNext(reason, waitingSince(task)), blockerIds: [...facts.openBlockerIds] };
    case 'person':
      return {
        ...toNext(reason, waitingSince(task)),
        ...(assignedMemberId && { memberId: assignedMemberId }),
      };
    case 'not_before':
      return { ...toNext(reason, waitingSince(task)), ...(notBefore && { deadline: notBefore }) };
    default:
      return toNext(reason, waitingSince(task));
  }
}

function nextOfHolder(task: TaskState, now: string): TaskNext {
  const { heldSince, assignedAgentId, attempt, leaseExpiresAt } = task;
  const holder = { attempt, ...(assignedAgentId && { agentId: assignedAgentId }) };
  const working = { ...toNext('working', heldSince ?? waitingSince(task)), ...holder };
  if (leaseExpiresAt) return { ...working, deadline: leaseExpiresAt };
  return markIfStale(task, working, findStaleTime(task, now), now);
}

function nextInQueue(
  task: TaskState,
  reason: 'assigned' | 'queued',
  { paused, agentStoppedAt, resumedAt }: NextFacts,
  now: string,
): TaskNext {
  const since = queuedSince(task);
  const agent = task.assignedAgentId ? { agentId: task.assignedAgentId } : {};
  if (paused) {
    const { at, ...subject } = paused;
    return { ...toNext('paused', laterOf(since, at)), paused: subject };
  }
  if (agentStoppedAt) return { ...toNext('agent_cannot_work', laterOf(since, agentStoppedAt)), ...agent };
  const staleAt = findStaleTime({ ...task, nextSince: laterOf(since, resumedAt) }, now);
  return markIfStale(task, { ...toNext(reason, since), ...agent }, staleAt, now);
}

/**
 * Replaces the reason with `stale` once the task is stale, and gives the deadline before. A task that was found stale
 * stays stale until it changes or `decideDue` finds that its project allows more time. A later pause gives it none.
 */
function markIfStale(
  task: TaskState,
  next: TaskNext & { reason: NonNullable<TaskNext['was']> },
  staleAt: string | null,
  now: string,
): TaskNext {
  if (staleAt === null) return next;
  if (task.attention !== 'stale' && staleAt > now) return { ...next, deadline: staleAt };
  // A stale task whose time has not come was found stale before a pause, which has begun its time anew, or before its
  // project allowed more. The first is stale as of then, and the second as of now. The types alone need `?? now`.
  const staleSince = earliestOf(staleAt <= now ? staleAt : findStaleTime(task, now), now) ?? now;
  return { ...next, ...toNext('stale', staleSince), was: next.reason };
}

/**
 * The lease sweeper checks a task whose `checkAt` has come: it enters the queue, is offered to all agents again, or is
 * stale. The event `task.stale` is recorded only for tasks that have `nextSince`: older tasks would all become stale at
 * once with an upgrade.
 */
export function decideDue(task: TaskState, facts: NextFacts, now: string): TaskDecision {
  const isDue = task.checkAt !== null && task.checkAt <= now && task.leaseExpiresAt === null;
  if (!isDue) return 'keep';
  const placed = placeInQueue(task, now);
  // Its project may allow more time now than when it was found stale.
  const isInTime = (findStaleTime(task, now) ?? now) > now;
  const attention = task.attention === 'stale' && isInTime ? null : task.attention;
  const next = findNext({ ...task, ...placed, attention }, facts, now);
  if (next?.reason === 'stale') {
    const isRecorded = attention !== 'stale' && task.nextSince !== null;
    const set = { ...placed, attention: 'stale' } as const;
    return isRecorded ? { event: 'task.stale', set, reason: next.was } : { event: null, set };
  }
  return {
    event: null,
    set: { ...placed, attention, checkAt: earliestOf(placed.checkAt, findNextCheck(task, next, now)) },
  };
}

/** When the task may be stale next. A task that cannot be started gets its whole time again after it can. */
function findNextCheck(task: TaskState, next: TaskNext | null, now: string): string | null {
  if (next?.reason === 'assigned' || next?.reason === 'queued' || next?.reason === 'working')
    return next.deadline ?? null;
  if (next?.reason !== 'paused' && next?.reason !== 'agent_cannot_work') return null;
  const [ofAgent, inQueue] = task.staleTimes;
  return addSeconds(now, task.assignedAgentId ? ofAgent : inQueue);
}
