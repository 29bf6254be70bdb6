import { describe, expect, it } from 'vitest';
import { findNext, type NextFacts } from './task-next-rules.ts';
import { decideClaim, decideHeartbeat, decideMove } from './task-rules.ts';
import { settle } from './task-settle.ts';
import type { TaskDecision, TaskState } from './task-state.ts';
import { decideUpdate } from './task-update-rules.ts';
import {
  ada,
  later as afterNow,
  assignedTo,
  cancelled,
  done,
  heldBy,
  key,
  needsAttention,
  noFacts,
  now,
  running,
  taskOf,
  unheld,
} from './testing/task-states.ts';

const daysAgo = (days: number) => new Date(Date.parse(now) - 86_400_000 * days).toISOString();
const nextSince = daysAgo(0.5);
const inHalfADay = daysAgo(-0.5);
const blocked = { isBlocked: true, openBlockers: 2 };
const paused = { type: 'project', id: 'project', at: daysAgo(0.25) } as const;
const next = (given: Partial<TaskState>, facts: Partial<NextFacts> = {}, task = taskOf({ nextSince })) =>
  findNext({ ...task, ...given }, { ...noFacts, ...facts }, now);

function after(task: TaskState, decision: TaskDecision): TaskState {
  if (typeof decision === 'string') throw new Error(decision);
  return settle(task, decision, now);
}

describe('who acts next', () => {
  it.each<[string, Partial<TaskState>, Partial<NextFacts>, object | null]>([
    ['done', done, {}, null],
    ['cancelled', cancelled, {}, null],
    ['archived', { archivedAt: now }, {}, null],
    [
      'that needs attention',
      needsAttention,
      {},
      { actor: 'person', reason: 'attempts_exhausted', since: nextSince },
    ],
    [
      'held under a lease',
      heldBy('ada', running),
      {},
      { actor: 'agent', reason: 'working', agentId: 'ada', attempt: 3, deadline: afterNow },
    ],
    [
      'held without one',
      heldBy('ada', { heldSince: daysAgo(3), lastSignAt: nextSince }),
      {},
      { actor: 'agent', reason: 'working', since: daysAgo(3), deadline: inHalfADay },
    ],
    [
      'held without a sign for a day',
      heldBy('ada', { heldSince: daysAgo(3), lastSignAt: daysAgo(1) }),
      {},
      { actor: 'person', reason: 'stale', was: 'working', agentId: 'ada', since: now },
    ],
    [
      'of a person',
      { assignedMemberId: 'grace' },
      {},
      { actor: 'person', reason: 'person', memberId: 'grace' },
    ],
    ['in progress with nobody', unheld, {}, { actor: 'person', reason: 'in_progress_unassigned' }],
    [
      'that waits for a cancelled one',
      { ...blocked, cancelledBlockers: 1 },
      { openBlockerIds: ['b', 'a'] },
      { actor: 'person', reason: 'blocker_cancelled', blockerIds: ['b', 'a'] },
    ],
    [
      'that waits for others',
      blocked,
      { openBlockerIds: ['a'] },
      { actor: 'task', reason: 'blocked', blockerIds: ['a'] },
    ],
    [
      'that waits for a time',
      { notBefore: afterNow },
      { paused },
      { actor: 'time', reason: 'not_before', since: nextSince, deadline: afterNow },
    ],
    [
      'of a paused project',
      {},
      { paused },
      { actor: 'person', reason: 'paused', since: paused.at, paused: { type: 'project', id: 'project' } },
    ],
    [
      'of an agent without a token',
      { assignedAgentId: 'ada' },
      { agentStoppedAt: daysAgo(9) },
      { actor: 'person', reason: 'agent_cannot_work', agentId: 'ada', since: nextSince },
    ],
    [
      'of an agent',
      { assignedAgentId: 'ada' },
      {},
      { actor: 'agent', reason: 'assigned', agentId: 'ada', deadline: inHalfADay },
    ],
    ['of nobody', {}, {}, { actor: 'agent', reason: 'queued', since: nextSince, deadline: daysAgo(-6.5) }],
    [
      'whose time came a while ago',
      { notBefore: daysAgo(0.25) },
      {},
      { reason: 'queued', since: daysAgo(0.25) },
    ],
    [
      'whose pause ended a while ago',
      { nextSince: daysAgo(8) },
      { resumedAt: nextSince },
      { reason: 'queued', since: daysAgo(8), deadline: daysAgo(-6.5) },
    ],
    [
      'in the queue for 7 days',
      { nextSince: daysAgo(7) },
      { resumedAt: daysAgo(9) },
      { actor: 'person', reason: 'stale', was: 'queued', since: now },
    ],
    [
      'that was found stale before a pause',
      { nextSince: daysAgo(8), attention: 'stale' },
      { resumedAt: nextSince },
      { reason: 'stale', since: daysAgo(1) },
    ],
    [
      'that was found stale after a pause',
      { nextSince: daysAgo(10), attention: 'stale' },
      { resumedAt: daysAgo(8) },
      { reason: 'stale', since: daysAgo(1) },
    ],
    [
      'from before its time was kept',
      { nextSince: null, statusChangedAt: nextSince },
      {},
      { since: nextSince },
    ],
  ])('on a task %s', (_, given, facts, expected) => {
    const found = next(given, facts);
    if (expected === null) expect(found).toBeNull();
    else expect(found).toMatchObject(expected);
  });

  it('follows from the first reason that applies', () => {
    const all: [Partial<TaskState>, string][] = [
      [{ assignedMemberId: 'grace' }, 'person'],
      [{ ...blocked, cancelledBlockers: 1 }, 'blocker_cancelled'],
      [blocked, 'blocked'],
      [{ notBefore: afterNow }, 'not_before'],
    ];
    const facts = { paused, agentStoppedAt: now };
    for (const [index, [, reason]] of all.entries()) {
      const given = Object.assign(
        {},
        ...all
          .slice(index)
          .reverse()
          .map(([each]) => each),
      );
      expect(next(given, facts)).toMatchObject({ reason });
    }
    expect(next({ assignedAgentId: 'ada' }, facts)).toMatchObject({ reason: 'paused' });
  });
});

describe('a change', () => {
  const any = { versions: null, attempt: null };

  it.each<[string, TaskState, (task: TaskState) => TaskDecision, Partial<TaskState>]>([
    [
      'that claims it',
      taskOf(),
      (task) => decideClaim(task, { ...any, agentId: 'ada', leaseSeconds: null }, now),
      { nextSince: now, attention: null, checkAt: daysAgo(-1) },
    ],
    [
      'that claims it with a lease',
      taskOf({ attention: 'stale' }),
      (task) => decideClaim(task, { ...any, agentId: 'ada', leaseSeconds: 60 }, now),
      { nextSince: now, attention: null, checkAt: '2026-03-01T12:01:00.000Z' },
    ],
    [
      'that moves it to in progress for nobody',
      taskOf(),
      (task) => decideMove(task, { ...any, caller: key, status: 'in_progress' }, now),
      { nextSince: now, attention: 'in_progress_unassigned', checkAt: null },
    ],
    [
      'of its title leaves its time',
      taskOf({ nextSince }),
      (task) => decideUpdate(task, { ...any, caller: key, patch: { title: 'U' } }, now),
      { nextSince, attention: null, checkAt: daysAgo(-6.5) },
    ],
    [
      'of its title leaves it stale',
      taskOf({ nextSince: daysAgo(8), attention: 'stale' }),
      (task) => decideUpdate(task, { ...any, caller: key, patch: { title: 'U' } }, now),
      { nextSince: daysAgo(8), attention: 'stale', checkAt: null },
    ],
    [
      'of its project looks at it at once',
      taskOf({ nextSince }),
      (task) => decideUpdate(task, { ...any, caller: key, patch: { projectId: 'other' } }, now),
      { nextSince, checkAt: now },
    ],
    [
      'of its project looks at once whether it is stale still',
      taskOf({ nextSince, attention: 'stale' }),
      (task) => decideUpdate(task, { ...any, caller: key, patch: { projectId: 'other' } }, now),
      { nextSince, attention: 'stale', checkAt: now },
    ],
    [
      'that assigns another agent begins anew',
      assignedTo('bob', { nextSince: daysAgo(2), attention: 'stale' }),
      (task) => decideUpdate(task, { ...any, caller: key, patch: { assignedAgentId: 'ada' } }, now),
      { nextSince: now, attention: null, checkAt: daysAgo(-1) },
    ],
    [
      'that puts it off begins anew',
      taskOf({ nextSince }),
      (task) => decideUpdate(task, { ...any, caller: key, patch: { notBefore: afterNow } }, now),
      { nextSince: now, checkAt: afterNow },
    ],
    [
      'that cancels one that it waits for',
      taskOf({ ...blocked, nextSince }),
      () => ({ event: null, set: { cancelledBlockers: 1 } }),
      { nextSince: now, attention: 'blocker_cancelled', checkAt: null },
    ],
    [
      'that is a sign of stale work',
      heldBy('ada', { nextSince: daysAgo(2), attention: 'stale' }),
      (task) => decideHeartbeat(task, { ...any, agentId: ada.id }, now),
      { nextSince: daysAgo(2), attention: null, lastSignAt: now, checkAt: daysAgo(-1) },
    ],
    [
      'that is a comment',
      taskOf({ nextSince, checkAt: inHalfADay }),
      () => ({ event: 'task.commented', set: { commentCount: 1 } }),
      { nextSince, attention: null, checkAt: inHalfADay },
    ],
  ])('%s', (_, task, decide, expected) => {
    expect(after(task, decide(task))).toMatchObject(expected);
  });
});
