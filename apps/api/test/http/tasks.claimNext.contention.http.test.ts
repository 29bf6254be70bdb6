import { Task } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { expectBody, type TestAgent, useApi } from '../harness.ts';
import { leaseSeconds } from '../support/leases.ts';
import { claimNext } from '../support/tasks.ts';
import { createWorld } from '../support/world.ts';

const api = useApi();

it('of 50 requests at once to two processes 20 get the 20 tasks, each another one, and 30 get a 204', async () => {
  const { team } = await createWorld(api());
  const replica = await api().replica();
  try {
    const agents: TestAgent[] = [];
    for (let index = 0; index < 50; index += 1) agents.push(await api().createAgent(team, `Agent ${index}`));
    for (let round = 0; round < 2; round += 1) {
      const priority = ['low', 'normal', 'high'] as const;
      const created = await Promise.all(
        Array.from({ length: 20 }, (_, index) => api().createTask(team, { priority: priority[index % 3] })),
      );
      const replies = await Promise.all(
        agents.map(({ token }, index) =>
          claimNext(index % 2 ? api() : replica, token, team, { ...(round % 2 && { leaseSeconds }) }),
        ),
      );
      const statuses = replies.map(({ status }) => status).filter((status) => status !== 200);
      expect(statuses).toEqual(Array.from({ length: 30 }, () => 204));
      const claimed = replies
        .filter(({ status }) => status === 200)
        .map((reply) => expectBody(reply, 200, Task));
      expect(claimed.map(({ id }) => id).sort()).toEqual(created.sort());
      for (const { id, assignedAgentId } of claimed) {
        const events = await api().events(id);
        expect(events.map(({ type, actorId }) => [type, actorId]).slice(1)).toEqual([
          ['task.claimed', assignedAgentId],
        ]);
      }
    }
  } finally {
    await replica.close();
  }
});

it('20 workers in two processes empty a queue of 100 tasks, each task done once', async () => {
  const { team } = await createWorld(api());
  const replica = await api().replica();
  try {
    const agents = await Promise.all(
      Array.from({ length: 20 }, (_, index) => api().createAgent(team, `Worker ${index}`)),
    );
    const created = await Promise.all(Array.from({ length: 100 }, () => api().createTask(team)));
    const completed: string[] = [];
    let requests = 0;
    const work = async ({ token }: TestAgent, index: number) => {
      let complete: { taskId: string; attempt: number } | undefined;
      for (;;) {
        const reply = await claimNext(index % 2 ? api() : replica, token, team, { leaseSeconds, complete });
        requests += 1;
        if (complete) completed.push(complete.taskId);
        if (reply.status === 204) return;
        const { id, attempt } = expectBody(reply, 200, Task);
        complete = { taskId: id, attempt };
      }
    };
    await Promise.all(agents.map(work));
    expect(completed.sort()).toEqual(created.sort());
    expect(requests).toBe(100 + 20);
    const { rows } = await api().owner.query(
      'select count(*)::int as tasks, max(attempt) as attempt from tasks where team_id = $1 and status = $2',
      [team.teamId, 'done'],
    );
    expect(rows).toEqual([{ tasks: 100, attempt: 1 }]);
    const { rows: counts } = await api().owner.query(
      `select count(*)::int as count from events where team_id = $1 and type = 'task.completed'`,
      [team.teamId],
    );
    expect(counts).toEqual([{ count: 100 }]);
  } finally {
    await replica.close();
  }
});
