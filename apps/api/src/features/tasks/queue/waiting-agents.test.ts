import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#src/errors.ts';
import { WaitingAgents } from './waiting-agents.ts';
import type { Waiter, WaitingRequest } from './waiting-request.ts';

const any = { teamId: 'team', projectId: null, priority: null } as const;
const task = { queues: [any], agentId: null };

let agents: WaitingAgents;
let requests: WaitingRequest[];
beforeEach(() => {
  agents = new WaitingAgents({ perCaller: 2, perTeam: 4, perProcess: 5 });
  requests = [];
});
afterEach(() => {
  for (const request of requests) request.leave();
});

const add = (waiter: Partial<Waiter> = {}) =>
  agents.add(
    { ...any, agentId: `agent ${requests.length}`, ...waiter },
    { waitMs: 60_000, signal: new AbortController().signal },
  );

function begin(waiter: Partial<Waiter> = {}): WaitingRequest {
  const request = add(waiter);
  if (request instanceof AppError) throw request;
  requests.push(request);
  return request;
}

/** Requests that only wait. */
const idle = (count: number) =>
  Array.from({ length: count }, () => {
    const request = begin();
    void request.wait();
    return request;
  });

const idleOnes = () => requests.map(({ isIdle }) => isIdle);

describe('WaitingAgents', () => {
  it('limits the requests of an agent, a team and the process', () => {
    begin({ agentId: 'a' });
    begin({ agentId: 'a' });
    expect(add({ agentId: 'a' })).toMatchObject({
      code: 'RATE_LIMITED',
      message: expect.stringMatching(/agent has 2/),
    });
    begin();
    begin();
    expect(add()).toMatchObject({ message: expect.stringMatching(/team has 4/) });
    begin({ teamId: 'another team' });
    expect(add({ teamId: 'a third' })).toMatchObject({ message: expect.stringMatching(/server has 5/) });
    requests.shift()?.leave();
    begin({ agentId: 'a' });
  });

  it('wakes as many requests as there are tasks, the first of all suitable queues', () => {
    const projectId = 'project';
    for (const queue of [{}, { projectId }, { priority: 'low' as const }, {}]) void begin(queue).wait();
    agents.offer({ queues: [{ ...any, projectId }, any], agentId: null }, 2);
    expect(idleOnes()).toEqual([false, false, true, true]);
    agents.offer(task, 5);
    expect(idleOnes()).toEqual([false, false, true, false]);
  });

  it('offers tasks that are left to requests that are claiming right now', async () => {
    const [claiming, another] = [begin(), begin()];
    idle(1);
    let untaken = 0;
    agents.offer({ ...task, onUntaken: () => (untaken += 1) }, 2);
    expect([claiming.hasOffer, another.hasOffer, untaken]).toEqual([true, false, 1]);
    expect(await claiming.wait()).toBe(true);
  });

  it('passes an offer on to an earlier request that waits by then, but to no request twice', () => {
    const first = begin();
    const [second] = idle(1);
    agents.offer(task);
    expect(idleOnes()).toEqual([false, false]);
    void first.wait();
    second?.passOn();
    expect(idleOnes()).toEqual([false, false]);
    void second?.wait();
    first.passOn();
    expect(idleOnes()).toEqual([false, true]);
  });

  it('passes on an offer that came during the claim of a request that then leaves', () => {
    const leaving = begin();
    agents.offer(task);
    idle(1);
    leaving.leave();
    requests.shift();
    expect(idleOnes()).toEqual([false]);
  });

  it('does not wake agents that an offer excludes', () => {
    void begin({ agentId: 'a' }).wait();
    void begin({ agentId: 'b' }).wait();
    agents.offer({ ...task, exceptAgentIds: ['a', 'c'] }, 2);
    expect(idleOnes()).toEqual([true, false]);
    begin({ agentId: 'c' });
    agents.offer({ ...task, exceptAgentIds: ['a', 'c'] });
    expect(requests.map(({ hasOffer }) => hasOffer)).toEqual([false, true, false]);
  });

  it('moves a request behind all others after it found only tasks for others, and wakes the next request', () => {
    const [first] = idle(3);
    agents.offer(task);
    first?.goToEnd();
    first?.passOn();
    expect(idleOnes()).toEqual([false, false, true]);
    void first?.wait();
    agents.offer(task);
    expect(idleOnes()).toEqual([true, false, false]);
    agents.offer(task);
    expect(idleOnes()).toEqual([false, false, false]);
  });

  it('forgets requests that have left', () => {
    idle(3);
    for (const request of requests.splice(0)) request.leave();
    expect([agents.idleCount, agents.wanted()]).toEqual([0, []]);
    idle(4);
    expect(agents.wanted()).toContainEqual({ ...any, agentId: null, count: 4 });
  });
});
