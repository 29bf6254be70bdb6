import type { NextReason, TaskNext } from '../resources/task-next.ts';
import { later } from './task-conditions.ts';
import { latest, queuedSince, reasonOfRow, staleTimeOf, waitsSince } from './task-reason.ts';
import { earliest, placeInQueue } from './task-settle.ts';
import type { TaskDecision, TaskState } from './task-state.ts';

// Who acts next on an open task, and why: further rules, beside those of task-rules.ts. Docs: docs/decisions/0020-next-actor.md.

/** What other rows tell of a task: those of its project, its agent, its team and of the tasks that it waits for. */
export type NextFacts = {
  /** The first pause that stops it; null without any. */
  paused: (NonNullable<TaskNext['paused']> & { at: string }) | null;
  /** Since when the assigned agent is inactive or has no valid token; null while it can work, and without an agent. */
  agentStoppedAt: string | null;
  /** When the last pause of these ended, or its agent could work again: it waits from then on. Null: never. */
  resumedAt: string | null;
  /** Some of the tasks that it waits for, and that are not done. */
  openBlockerIds: readonly string[];
};

const actors: Record<NextReason, TaskNext['actor']> = {
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

const because = <Reason extends NextReason>(reason: Reason, since: string) => ({
  ...{ actor: actors[reason], reason, since },
});

/** The first reason that is true; null for a task that is closed or archived. */
export function nextOf(task: TaskState, facts: NextFacts, now: string): TaskNext | null {
  const reason = reasonOfRow(task, now)?.reason;
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
      return { ...because(reason, waitsSince(task)), blockerIds: [...facts.openBlockerIds] };
    case 'person':
      return {
        ...because(reason, waitsSince(task)),
        ...(assignedMemberId && { memberId: assignedMemberId }),
      };
    case 'not_before':
      return { ...because(reason, waitsSince(task)), ...(notBefore && { deadline: notBefore }) };
    default:
      return because(reason, waitsSince(task));
  }
}

function nextOfHolder(task: TaskState, now: string): TaskNext {
  const { heldSince, assignedAgentId, attempt, leaseExpiresAt } = task;
  const holder = { attempt, ...(assignedAgentId && { agentId: assignedAgentId }) };
  const working = { ...because('working', heldSince ?? waitsSince(task)), ...holder };
  if (leaseExpiresAt) return { ...working, deadline: leaseExpiresAt };
  return orStale(task, working, staleTimeOf(task, now), now);
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
    return { ...because('paused', latest(since, at)), paused: subject };
  }
  if (agentStoppedAt) return { ...because('agent_cannot_work', latest(since, agentStoppedAt)), ...agent };
  const staleAt = staleTimeOf({ ...task, nextSince: latest(since, resumedAt) }, now);
  return orStale(task, { ...because(reason, since), ...agent }, staleAt, now);
}

/**
 * What was found stale stays so until something happens to the task: a pause that ends later gives it no more time.
 */
function orStale(
  task: TaskState,
  next: TaskNext & { reason: NonNullable<TaskNext['was']> },
  staleAt: string | null,
  now: string,
): TaskNext {
  if (staleAt === null) return next;
  if (task.attention !== 'stale' && staleAt > now) return { ...next, deadline: staleAt };
  const since = [staleTimeOf(task, now) ?? staleAt, now].sort()[0] as string;
  return { ...next, ...because('stale', since), was: next.reason };
}

/**
 * The service looks at a task whose time has come: it comes into the queue, is for all agents again, or is stale. Others are
 * told of the last, unless the task is older than the times that the service keeps.
 */
export function decideDue(task: TaskState, facts: NextFacts, now: string): TaskDecision {
  const isDue = task.checkAt !== null && task.checkAt <= now && task.leaseExpiresAt === null;
  if (!isDue) return 'keep';
  const placed = placeInQueue(task, now);
  const isInTime = (staleTimeOf(task, now) ?? now) > now;
  // Its project may give it more time than when it was found stale.
  const attention = task.attention === 'stale' && isInTime ? null : task.attention;
  const next = nextOf({ ...task, ...placed, attention }, facts, now);
  if (next?.reason === 'stale') {
    const isTold = attention !== 'stale' && task.nextSince !== null;
    const set = { ...placed, attention: 'stale' } as const;
    return isTold ? { event: 'task.stale', set, reason: next.was } : { event: null, set };
  }
  return {
    event: null,
    set: { ...placed, attention, checkAt: earliest(placed.checkAt, nextCheckOf(task, next, now)) },
  };
}

/** When it may be stale next: what is stopped has its whole time after it can be started again. */
function nextCheckOf(task: TaskState, next: TaskNext | null, now: string): string | null {
  if (next?.reason === 'assigned' || next?.reason === 'queued' || next?.reason === 'working')
    return next.deadline ?? null;
  if (next?.reason !== 'paused' && next?.reason !== 'agent_cannot_work') return null;
  const [ofAgent, inQueue] = task.staleTimes;
  return later(now, task.assignedAgentId ? ofAgent : inQueue);
}
