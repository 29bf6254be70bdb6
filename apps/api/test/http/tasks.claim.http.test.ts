import { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, expectProblem, useApi } from '../harness.ts';

const api = useApi();

async function world() {
  const team = await api().createTeam();
  const [ada, bob] = [await api().createAgent(team, 'Ada'), await api().createAgent(team, 'Bob')];
  return { team, ada, bob };
}

const claim = (taskId: string, token?: string) =>
  api().request('POST', `/api/tasks/${taskId}/claim`, { token });

describe('POST /api/tasks/:taskId/claim', () => {
  it('200: the task is the callers and in progress, and one event tells so', async () => {
    const { team, ada } = await world();
    const taskId = await api().createTask(team);
    const task = expectBody(await claim(taskId, ada.token), 200, Task);
    expect(task).toMatchObject({ id: taskId, status: 'in_progress', assignedAgentId: ada.id });
    const events = await api().events(taskId);
    expect(events.map((event) => event.type)).toEqual(['task.created', 'task.claimed']);
    expect(events[1]).toMatchObject({
      actorKind: 'agent',
      actorId: ada.id,
      snapshot: task,
      changes: {
        status: { before: 'todo', after: 'in_progress' },
        assignedAgentId: { before: null, after: ada.id },
      },
    });
  });

  it('409: a second agent cannot claim a claimed task and the row stays untouched', async () => {
    const { team, ada, bob } = await world();
    const taskId = await api().createTask(team);
    await claim(taskId, ada.token);
    const before = await api().stored();
    const problem = expectProblem(await claim(taskId, bob.token), 409, 'TASK_ALREADY_CLAIMED');
    expect(problem.detail).toContain(ada.id);
    expect(await api().stored()).toEqual(before);
  });

  it('50 agents race for one task, 100 times: each time exactly one wins and 49 hear of it', async () => {
    const { team } = await world();
    const agents = await Promise.all(
      Array.from({ length: 50 }, (_, index) => api().createAgent(team, `Racer ${index}`)),
    );
    for (let round = 0; round < 100; round += 1) {
      const taskId = await api().createTask(team);
      const replies = await Promise.all(agents.map((agent) => claim(taskId, agent.token)));
      const winners = replies.filter((reply) => reply.status === 200);
      expect(winners).toHaveLength(1);
      const winner = Task.parse(winners[0]?.body);
      for (const reply of replies.filter((other) => other.status !== 200)) {
        expect(expectProblem(reply, 409, 'TASK_ALREADY_CLAIMED').detail).toContain(winner.assignedAgentId);
      }
      const claims = (await api().events(taskId)).filter((event) => event.type === 'task.claimed');
      expect(claims.map((event) => event.actorId)).toEqual([winner.assignedAgentId]);
    }
  });
});
