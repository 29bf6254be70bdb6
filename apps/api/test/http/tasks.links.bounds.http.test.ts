import { Task } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { expectInvalid } from '../support/log.ts';
import { calls, done } from '../support/tasks.ts';
import { createWorld } from '../support/world.ts';

const api = useApi();

it('the links of a task have 8 KiB at most, of which each event has a copy', async () => {
  const world = await createWorld(api());
  const links = (bytes: number) =>
    Array.from({ length: 10 }, () => ({ url: `https://e.com/${'l'.repeat(bytes / 10)}`, title: null }));
  const create = (bytes: number) =>
    api().request('POST', `/api/teams/${world.team.teamId}/tasks`, {
      token: world.team.apiKey,
      body: { title: 'T', projectId: world.team.projectId, links: links(bytes) },
    });
  await expectInvalid(api(), ['links'], () => create(8_000));
  const { id } = expectBody(await create(7_500), 201, Task);
  await api().createComment(world.team, id, 'x');
  const { rows } = await api().db.pool.query<{ bytes: number }>(
    `select octet_length(snapshot::text) as bytes from events where subject_id = $1 order by id`,
    [id],
  );
  expect(rows).toHaveLength(2);
  for (const { bytes } of rows) expect(bytes).toBeLessThan(10_000);
});

it('the holder of a task writes its links; another agent does not', async () => {
  const world = await createWorld(api());
  const taskId = await api().createTask(world.team);
  await done(calls(api()).claim(world.ada.token, taskId));
  const links = [{ url: 'https://example.com/pr/1' }];
  expect((await calls(api()).update(world.ada.token, taskId, { links })).status).toBe(200);
  expect((await calls(api()).update(world.bob.token, taskId, { links: [] })).status).toBe(409);
  expect((await calls(api()).update(world.team.apiKey, taskId, { links: null })).status).toBe(400);
});
