import { expect, test } from 'vitest';
import { type Evidence, prove } from './proof.ts';
import type { Task } from './resources.ts';
import type { AgentRun } from './run-agents.ts';

const [SAME_TASKS, DONE, WITH_RESULT, ONE_AGENT, CLAIMS, SUMS, ARRIVED] = [0, 1, 2, 3, 4, 5, 6];

function task(id: string, assignedAgentId: string): Task {
  const about = JSON.stringify({ timeZone: id });
  return { id, title: id, description: about, status: 'done', assignedAgentId, result: about };
}

function run(id: string, taskIds: string[]): AgentRun {
  const report = { claimed: [...taskIds], completed: [...taskIds], lostRaces: 0, failure: null };
  return { agent: { id, name: id, taskCount: 0, token: '' }, report };
}

const delivery = (taskId: string) => ({ id: `delivery of ${taskId}`, taskId, delay: 10 });

/** Valid evidence of three tasks and two agents, with the parts that tests change. */
function validEvidence() {
  const [t1, t2, t3] = [task('t1', 'ada'), task('t2', 'ben'), task('t3', 'ada')];
  const [ada, ben] = [run('ada', ['t1', 't3']), run('ben', ['t2'])];
  const arrivals = { deliveries: ['t1', 't2', 't3'].map(delivery), rejected: 0 };
  const evidence: Evidence = {
    arrivals,
    imported: ['t1', 't2', 't3'],
    runs: [ada, ben],
    tasks: [t1, t2, t3],
    agents: [
      { id: 'ada', name: 'ada', taskCount: 2 },
      { id: 'ben', name: 'ben', taskCount: 1 },
    ],
  };
  return { evidence, t1, t2, ben, arrivals };
}

function failed(evidence: Evidence): number[] {
  return prove(evidence).flatMap(({ holds }, index) => (holds ? [] : [index]));
}

test('sound evidence proves everything', () => {
  expect(failed(validEvidence().evidence)).toEqual([]);
});

test('a task claimed by two agents is seen', () => {
  const { evidence, ben } = validEvidence();
  ben.report.claimed.push('t1');
  expect(failed(evidence)).toEqual([CLAIMS]);
});

test('a task completed by two agents is seen', () => {
  const { evidence, ben } = validEvidence();
  ben.report.completed.push('t1');
  expect(failed(evidence)).toEqual([ONE_AGENT, SUMS, ARRIVED]);
});

test('a task assigned to another than the agent that completed it is seen', () => {
  const { evidence, t1 } = validEvidence();
  t1.assignedAgentId = 'ben';
  expect(failed(evidence)).toEqual([ONE_AGENT]);
});

test('a task left open is seen', () => {
  const { evidence, t1 } = validEvidence();
  Object.assign(t1, { status: 'in_progress', result: null });
  expect(failed(evidence)).toEqual([DONE, WITH_RESULT]);
});

test('a result that belongs to another task is seen', () => {
  const { evidence, t1, t2 } = validEvidence();
  t1.result = t2.result;
  expect(failed(evidence)).toEqual([WITH_RESULT]);
});

test('a task that nobody imported, in the place of one that was, is seen', () => {
  const { evidence } = validEvidence();
  evidence.imported = ['t9', 't2', 't3'];
  expect(failed(evidence)).toEqual([SAME_TASKS, CLAIMS]);
});

test('counts that are right in sum but not for each agent are seen', () => {
  const { evidence } = validEvidence();
  evidence.agents = evidence.agents.map((agent) => ({ ...agent, taskCount: 3 - agent.taskCount }));
  expect(failed(evidence)).toEqual([SUMS]);
});

test('a completion that did not arrive is seen', () => {
  const { evidence, arrivals } = validEvidence();
  arrivals.deliveries.pop();
  expect(failed(evidence)).toEqual([ARRIVED]);
  expect(prove(evidence)[ARRIVED]?.text).toBe('not every completion arrived at the receiver: 2 of 3');
});

test('a delivery that came twice is no fault, a completion told under two ids is', () => {
  const { evidence, arrivals } = validEvidence();
  arrivals.deliveries.push(delivery('t1'));
  expect(failed(evidence)).toEqual([]);
  arrivals.deliveries.push({ ...delivery('t1'), id: 'another' });
  expect(failed(evidence)).toEqual([ARRIVED]);
});

test('a delivery with a wrong signature is seen', () => {
  const { evidence, arrivals } = validEvidence();
  arrivals.rejected = 1;
  expect(failed(evidence)).toEqual([ARRIVED]);
});

test('without a receiver nothing is said about arrivals', () => {
  const { evidence } = validEvidence();
  evidence.arrivals = null;
  expect(prove(evidence)).toHaveLength(6);
});
