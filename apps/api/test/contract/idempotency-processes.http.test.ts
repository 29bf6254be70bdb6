import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, type Reply, type TestAgent, type TestApi, useApi } from '../harness.ts';
import { useCrews } from '../support/crew.ts';

const api = useApi();
const crews = useCrews(api);
let replica: TestApi;
beforeAll(async () => {
  replica = await api().replica();
});
afterAll(() => replica.close());

const createTasks = (count: number) =>
  Promise.all(Array.from({ length: count }, () => api().createTask(crews.home.team)));
const createAgents = (count: number) =>
  Promise.all(Array.from({ length: count }, () => api().createAgent(crews.home.team)));
const typesOf = async (taskId: string) => (await api().events(taskId)).map(({ type }) => type);

describe('8 agents with keys at two processes', () => {
  const post = (on: TestApi, { token }: TestAgent, path: string, key: string, body?: unknown) =>
    on.request('POST', path, { token, body, headers: { 'Idempotency-Key': key } });
  const processOf = (index: number) => (index % 2 ? replica : api());

  it('that claim one task: one gets it, and again when it repeats its claim elsewhere', async () => {
    const agents = await createAgents(8);
    for (let round = 0; round < 3; round += 1) {
      const [taskId = ''] = await createTasks(1);
      const claim = (on: TestApi, agent: TestAgent) =>
        post(on, agent, `/api/tasks/${taskId}/claim`, `one-task-${round}`);
      const replies = await Promise.all(agents.map((agent, index) => claim(processOf(index), agent)));
      const repeated = await Promise.all(agents.map((agent, index) => claim(processOf(index + 1), agent)));
      const winner = replies.findIndex(({ status }) => status === 200);
      for (const [index, reply] of replies.entries()) {
        if (index === winner) continue;
        expectProblem(reply, 409, 'TASK_ALREADY_CLAIMED');
        expectProblem(repeated[index] as Reply, 409, 'TASK_ALREADY_CLAIMED');
      }
      expect(repeated[winner]?.text).toBe(replies[winner]?.text);
      expect(await typesOf(taskId)).toEqual(['task.created', 'task.claimed']);
    }
  });

  it('that work off one queue: each task is claimed and completed once, also when each request is repeated', async () => {
    const { teamId } = crews.home.team;
    const agents = await createAgents(8);
    const { id: projectId } = (
      await api().request('POST', `/api/teams/${teamId}/projects`, {
        token: crews.home.team.apiKey,
        body: { name: 'One queue' },
      })
    ).body as { id: string };
    const taskIds = await Promise.all(
      Array.from({ length: 24 }, () => api().createTask(crews.home.team, { projectId })),
    );
    const path = `/api/teams/${teamId}/tasks/claim-next`;
    const done: string[] = [];
    await Promise.all(
      agents.map(async (agent, index) => {
        let complete: object | undefined;
        for (let step = 0; ; step += 1) {
          const send = (on: TestApi) => post(on, agent, path, `queue-${step}`, { projectId, complete });
          const [first, second] = await Promise.all([send(processOf(index)), send(processOf(index + 1))]);
          const final = first.status === 200 ? first : second.status === 200 ? second : await send(api());
          if (final.status === 204) return;
          expect(final.status, final.text).toBe(200);
          expect((await send(replica)).text).toBe(final.text);
          const { id, attempt } = final.body as { id: string; attempt: number };
          done.push(id);
          complete = { taskId: id, attempt, result: `Result of ${id}` };
        }
      }),
    );
    expect(done.toSorted()).toEqual(taskIds.toSorted());
    const log = await Promise.all(taskIds.map(typesOf));
    expect(log).toEqual(taskIds.map(() => ['task.created', 'task.claimed', 'task.completed']));
  });
});
