import { expect, test } from 'vitest';
import { checkRun, type RunData } from './check-run.ts';
import type { Task } from './resources.ts';
import type { AgentRun } from './run-agents.ts';

const [SAME_TASKS, DONE, WITH_RESULT, ONE_AGENT, CLAIMS, SUMS, ARRIVED] = [0, 1, 2, 3, 4, 5, 6];

function task(id: string, assignedAgentId: string): Task {
  const about = JSON.stringify({ timeZone: id });
  return { id, title: id, description: about, status: 'done', assignedAgentId, attempt: 1, result: about };
}

function run(id: string, taskIds: string[]): AgentRun {
  const report = {
    ...{ claimed: [...taskIds], completed: [...taskIds], requests: taskIds.length },
    ...{ killedWith: null, failure: null },
  };
  return { agent: { id, name: id, taskCount: 0, token: '' }, report };
}

const delivery = (taskId: string) => ({ id: `delivery of ${taskId}`, taskId, delayMs: 10 });

/** A valid run of three tasks and two agents, with the parts that tests change. */
function validRun() {
  const [t1, t2, t3] = [task('t1', 'ada'), task('t2', 'ben'), task('t3', 'ada')];
  const [ada, ben] = [run('ada', ['t1', 't3']), run('ben', ['t2'])];
  const arrivals = { deliveries: ['t1', 't2', 't3'].map(delivery), rejected: 0 };
  const data: RunData = {
    arrivals,
    imported: ['t1', 't2', 't3'],
    runs: [ada, ben],
    tasks: [t1, t2, t3],
    agents: [
      { id: 'ada', name: 'ada', taskCount: 2 },
      { id: 'ben', name: 'ben', taskCount: 1 },
    ],
  };
  return { data, t1, t2, ben, arrivals };
}

function failed(data: RunData): number[] {
  return checkRun(data).flatMap(({ isTrue }, index) => (isTrue ? [] : [index]));
}

test('a valid run passes every check', () => {
  expect(failed(validRun().data)).toEqual([]);
});

test('finds a task claimed by two agents', () => {
  const { data, ben } = validRun();
  ben.report.claimed.push('t1');
  expect(failed(data)).toEqual([CLAIMS]);
});

test('accepts the second claim of the task whose agent was killed, and no other', () => {
  const { data, t1, ben } = validRun();
  ben.report.claimed.push('t1');
  ben.report.killedWith = 't1';
  expect(failed(data)).toEqual([]);
  t1.attempt = 2;
  ben.report.claimed.push('t3');
  expect(failed(data)).toEqual([CLAIMS]);
});

test('finds a task completed by two agents', () => {
  const { data, ben } = validRun();
  ben.report.completed.push('t1');
  expect(failed(data)).toEqual([ONE_AGENT, SUMS, ARRIVED]);
});

test('finds a task that is not assigned to the agent that completed it', () => {
  const { data, t1 } = validRun();
  t1.assignedAgentId = 'ben';
  expect(failed(data)).toEqual([ONE_AGENT]);
});

test('finds an open task', () => {
  const { data, t1 } = validRun();
  Object.assign(t1, { status: 'in_progress', result: null });
  expect(failed(data)).toEqual([DONE, WITH_RESULT]);
});

test('finds a result that belongs to another task', () => {
  const { data, t1, t2 } = validRun();
  t1.result = t2.result;
  expect(failed(data)).toEqual([WITH_RESULT]);
});

test('finds a task that replaces an imported one', () => {
  const { data } = validRun();
  data.imported = ['t9', 't2', 't3'];
  expect(failed(data)).toEqual([SAME_TASKS, CLAIMS]);
});

test('finds counts whose sum is right but not those of the agents', () => {
  const { data } = validRun();
  data.agents = data.agents.map((agent) => ({ ...agent, taskCount: 3 - agent.taskCount }));
  expect(failed(data)).toEqual([SUMS]);
});

test('finds a completion that did not arrive', () => {
  const { data, arrivals } = validRun();
  arrivals.deliveries.pop();
  expect(failed(data)).toEqual([ARRIVED]);
  expect(checkRun(data)[ARRIVED]?.text).toBe('not every completion arrived at the receiver: 2 of 3');
});

test('accepts a delivery that arrived twice, and finds a completion with two delivery ids', () => {
  const { data, arrivals } = validRun();
  arrivals.deliveries.push(delivery('t1'));
  expect(failed(data)).toEqual([]);
  arrivals.deliveries.push({ ...delivery('t1'), id: 'another' });
  expect(failed(data)).toEqual([ARRIVED]);
});

test('finds a delivery with a wrong signature', () => {
  const { data, arrivals } = validRun();
  arrivals.rejected = 1;
  expect(failed(data)).toEqual([ARRIVED]);
});

test('checks no arrivals without a receiver', () => {
  const { data } = validRun();
  data.arrivals = null;
  expect(checkRun(data)).toHaveLength(6);
});
