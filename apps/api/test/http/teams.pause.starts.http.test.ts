import type { Task } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { calls, claimNext } from '../support/tasks.ts';
import { createProject, createWorld } from '../support/world.ts';

const api = useApi();

it('starts no task by a request that begins after the pause, in two processes', async () => {
  const world = await createWorld(api());
  const { team } = world;
  const replica = await api().replica();
  const agents = await Promise.all(Array.from({ length: 8 }, () => api().createAgent(team)));
  const second = await createProject(api(), team);
  const ids = await Promise.all(
    Array.from({ length: 120 }, (_, n) => api().createTask(team, n % 2 ? { projectId: second } : {})),
  );
  let pausedAt = Number.POSITIVE_INFINITY;
  const late: string[] = [];
  const run = agents.map(async ({ token }, index) => {
    const at = index % 2 ? api() : replica;
    for (let round = 0; round < 12; round += 1) {
      const id = ids[(index * 13 + round * 7) % ids.length] as string;
      const begun = Date.now();
      const kind = round % 4;
      const reply =
        kind === 0
          ? await claimNext(at, token, team, { projectId: second })
          : kind === 1
            ? await calls(at).claim(token, id)
            : kind === 2
              ? await calls(at).complete(token, id)
              : await calls(at).move(token, id, 'in_progress');
      const task = reply.body as Task;
      if (reply.status !== 200 || task.projectId !== second || begun <= pausedAt) continue;
      // What the agent holds already can be moved there again, which changes nothing.
      if (task.status === 'in_progress' && Date.parse(task.statusChangedAt) >= begun) late.push(`${kind}`);
    }
  });
  const reply = await api().request('POST', `/api/projects/${second}/pause`, {
    token: team.apiKey,
    body: { reason: 'Stop' },
  });
  pausedAt = Date.now();
  expect(reply.status).toBe(200);
  await Promise.all(run);
  await replica.close();
  expect(late).toEqual([]);
});
