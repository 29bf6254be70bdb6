import { describe, expect, it } from 'vitest';
import { checkHistory, type RuleName } from './check-history.ts';
import { SmallHistory } from './testing/small-history.ts';

const rulesBrokenBy = (small: SmallHistory): string[] => [
  ...new Set(checkHistory(small.history).map(({ rule }) => rule)),
];

const claimed = () => new SmallHistory().at(100).claim('ada', 'c1');

/** A heartbeat that took 400 ms, and was told that the lease ends at 9,000. */
function slowHeartbeat(): SmallHistory {
  const call = { taskId: 'task', attempt: 1, begin: 2_900, end: 3_300 };
  const small = claimed().at(3_000).call('heartbeat', 'ada', 'h1', call);
  const task = small.history.calls.at(-1)?.response?.task;
  if (task) task.leaseExpiresAt = Date.parse(small.time(6_000));
  return small;
}

const accepted: Record<string, SmallHistory> = {
  'a claim and its completion': new SmallHistory()
    .at(100)
    .claim('ada', 'c1')
    .at(200)
    .complete('ada', 'd1', 1),
  'a completion without a claim': new SmallHistory()
    .at(100)
    .event('task.completed', 'ada', { status: 'done', assignedAgentId: 'ada', attempt: 1, result: 'd1' })
    .call('complete', 'ada', 'd1', { taskId: 'task' }),
  'a claim whose response was lost and replayed': new SmallHistory()
    .at(100)
    .lostCall('claim', 'ada', 'c1', { taskId: 'task' })
    .at(200)
    .claim('ada', 'c1'),
  'a claim whose response never arrived': new SmallHistory()
    .at(100)
    .lostCall('claimNext', 'ada', 'c1')
    .claimEvent('ada')
    .at(200)
    .call('claim', 'bob', 'c2', {
      status: 409,
      code: 'TASK_ALREADY_CLAIMED',
      holderId: 'ada',
      taskId: 'task',
    }),
  'a lease that ends, and the next claim': new SmallHistory()
    .at(100)
    .claim('ada', 'c1')
    .at(6_150)
    .expire()
    .at(6_200)
    .claim('bob', 'c2')
    .at(6_300)
    .call('complete', 'ada', 'd1', { status: 409, code: 'STALE_CLAIM', taskId: 'task', attempt: 1 }),
  'a completion soon after the end that a slow heartbeat was told': slowHeartbeat()
    .at(9_150)
    .complete('ada', 'd1', 1),
  'a completion after a heartbeat whose response was lost': new SmallHistory()
    .at(100)
    .claim('ada', 'c1')
    .at(5_000)
    .lostCall('heartbeat', 'ada', 'h1', { taskId: 'task', attempt: 1 })
    .at(9_000)
    .complete('ada', 'd1', 1),
};

describe('the check accepts', () => {
  it.each(Object.entries(accepted))('%s', (_, small) => {
    small.taskCounts.set('ada', small.history.events.filter(({ type }) => type === 'task.completed').length);
    expect(checkHistory(small.history)).toEqual([]);
  });
});

const broken: [RuleName, string, SmallHistory][] = [
  [
    'one claim for each attempt',
    'two events that begin an attempt',
    claimed().claimEvent('bob', { attempt: 1 }).call('claim', 'bob', 'c2', { taskId: 'task' }),
  ],
  [
    'one claim for each attempt',
    'two agents that were told to hold it',
    claimed().call('claim', 'bob', 'c2'),
  ],
  [
    'attempts rise with time',
    'an attempt that is skipped',
    new SmallHistory().claimEvent('ada', { attempt: 2 }),
  ],
  [
    'attempts rise with time',
    'an earlier attempt that was requested after a later one was confirmed',
    claimed()
      .at(6_200)
      .expire()
      .at(6_300)
      .claimEvent('bob')
      .call('claim', 'bob', 'c2', { taskId: 'task', begin: 10, end: 20 }),
  ],
  [
    'no claim that nobody requested',
    'a claim of an agent that did nothing',
    new SmallHistory().claimEvent('ada'),
  ],
  [
    'no claim that nobody requested',
    'a claim of an agent that got a rejection',
    new SmallHistory()
      .at(100)
      .claimEvent('ada')
      .call('claim', 'ada', 'c1', { status: 409, code: 'TASK_NOT_CLAIMABLE', taskId: 'task' }),
  ],
  [
    'no rejection before the claim',
    'a rejection that ends before the claim begins',
    claimed().call('claim', 'bob', 'c2', {
      ...{ status: 409, code: 'TASK_ALREADY_CLAIMED', holderId: 'ada', taskId: 'task', begin: 50, end: 60 },
    }),
  ],
  [
    'no double completion',
    'a completion of what is done',
    claimed().at(200).complete('ada', 'd1', 1).at(300).complete('ada', 'd2', 1),
  ],
  [
    'no double completion',
    'a completion that nobody requested',
    claimed().at(200).completeEvent('ada', 'd1'),
  ],
  [
    'no stale completion accepted',
    'a completion with an attempt that has ended',
    claimed().at(6_150).expire().at(6_200).complete('ada', 'd1', 1),
  ],
  [
    'no stale completion accepted',
    'a completion after another agent was told to hold the next attempt',
    claimed().call('claim', 'bob', 'c2', { taskId: 'task' }).at(200).complete('ada', 'd1', 0),
  ],
  [
    'no stale completion accepted',
    'a completion that was requested long after the end that a slow heartbeat was told',
    slowHeartbeat().at(9_450).complete('ada', 'd1', 1),
  ],
  [
    'no stale completion accepted',
    'a completion that was requested after the end of the lease',
    claimed().at(6_150).complete('ada', 'd1', 1),
  ],
  ['counts are completions', 'a count without its completion', claimed().at(200)],
  [
    'no acknowledged write lost',
    'a claim that is not in the log',
    new SmallHistory().call('claim', 'ada', 'c1', { taskId: 'task' }),
  ],
  [
    'no acknowledged write lost',
    'a completion inside of a claim-next that is not in the log',
    claimed().call('claimNext', 'ada', 'd1', { completes: { taskId: 'task', attempt: 1 }, status: 204 }),
  ],
  [
    'one effect and response for each key',
    'two responses that differ',
    claimed().call('claim', 'ada', 'c1', { taskId: 'task', bodyHash: 'other' }),
  ],
  [
    'one effect and response for each key',
    'two effects',
    claimed()
      .at(200)
      .event('task.released', 'ada', { status: 'todo', assignedAgentId: null, leaseExpiresAt: null }, 'c1')
      .event('task.released', 'ada', {}, 'c1'),
  ],
  ['one expiry for each attempt, in time', 'two expiries', claimed().at(6_150).expire().expire()],
  [
    'one expiry for each attempt, in time',
    'an expiry before the end of the lease',
    claimed().at(3_000).expire(),
  ],
  [
    'one expiry for each attempt, in time',
    'an expiry that ignores a confirmed heartbeat',
    (() => {
      const small = claimed().at(3_000).call('heartbeat', 'ada', 'h1', { taskId: 'task', attempt: 1 });
      const task = small.history.calls.at(-1)?.response?.task;
      if (task) task.leaseExpiresAt = Date.parse(small.time(6_000));
      return small.at(6_150).expire();
    })(),
  ],
  [
    'no claim of what needs attention',
    'a claim without a release',
    new SmallHistory()
      .event('task.lease_expired', null, { needsAttention: 'attempts_exhausted' })
      .claim('ada', 'c1'),
  ],
  [
    'no start while blocked',
    'a claim of a task that waits for another',
    new SmallHistory().event('task.updated', 'key', { blockedBy: ['other'] }).claim('ada', 'c1'),
  ],
  [
    'failures in a row',
    'a task that needs no attention after three',
    (() => {
      const small = new SmallHistory();
      for (const at of [10_000, 20_000, 30_000])
        small
          .at(at)
          .claim('ada', `c${at}`)
          .at(at + 6_150)
          .expire();
      return small;
    })(),
  ],
  [
    'failures in a row',
    'a task that needs attention after one',
    claimed().event('task.failed', 'ada', { status: 'todo', needsAttention: 'attempts_exhausted' }),
  ],
  [
    'blocked while a blocker is open',
    'a task that nothing blocks any more',
    new SmallHistory().event('task.blocked', null, { isBlocked: true }),
  ],
];

const reason = { taskId: 'task', expected: 'queued', served: 'queued', listed: null };

describe('the check notices', () => {
  it.each([
    ['each open task has its reason', 'a wrong reason', { served: 'working' }],
    ['each open task has its reason', 'a task without a reason', { served: null }],
    ['what waits for a person is listed', 'a task that waits for nobody', { listed: 'stale' }],
    ['what waits for a person is listed', 'a missing task', { expected: 'stale', served: 'stale' }],
  ])('%s: %s', (rule, _, wrong) => {
    const small = new SmallHistory();
    small.history.reasons.push({ ...reason, ...wrong });
    expect(rulesBrokenBy(small)).toEqual([rule]);
  });

  it.each(broken)('%s: %s', (rule, name, small) => {
    if (name === 'a count without its completion') small.taskCounts.set('ada', 1);
    expect(rulesBrokenBy(small)).toContain(rule);
  });

  it('a count that lost a change', () => {
    const small = claimed();
    const { counts } = new SmallHistory().history;
    small.history.counts = counts;
    expect(rulesBrokenBy(small)).toEqual(['counts are rows']);
  });

  it('a change that does not begin where the one before ended', () => {
    const small = claimed();
    const [first] = small.history.events;
    if (first) first.snapshot = { ...first.snapshot, title: 'another' };
    expect(rulesBrokenBy(small)).toContain('the log leads to the rows');
  });

  it('a row that differs from the end of its log in any field', () => {
    const small = claimed();
    small.history.tasks[0] = { ...small.task, priority: 'high' };
    expect(rulesBrokenBy(small)).toContain('the log leads to the rows');
  });

  it('a row without a log', () => {
    const small = claimed();
    small.history.tasks.push({ ...small.task, id: 'other' });
    expect(rulesBrokenBy(small)).toContain('the log leads to the rows');
  });
});
