import { Comment } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { expectRejected, record } from '../support/log.ts';
import { createWorld } from '../support/world.ts';

const api = useApi();

const get = (token: string, commentId: string) =>
  api().request('GET', `/api/comments/${commentId}`, { token });

describe('GET /api/comments/:commentId', () => {
  it('200: the same for the team and each agent, and reading writes nothing', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    const commentId = await api().createComment(world.team, taskId, 'Text');
    for (const token of [world.team.apiKey, world.ada.token, world.bob.token]) {
      const { reply, events } = await record(api(), () => get(token, commentId));
      expect(expectBody(reply, 200, Comment)).toMatchObject({ id: commentId, taskId, body: 'Text' });
      expect(events).toEqual([]);
    }
  });

  it('200: shows the current name of the author', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    const created = await api().request('POST', `/api/tasks/${taskId}/comments`, {
      token: world.ada.token,
      body: { body: 'Text' },
    });
    await api().request('PATCH', `/api/agents/${world.ada.id}`, {
      token: world.team.apiKey,
      body: { name: 'Ada II' },
    });
    const reply = await get(world.bob.token, Comment.parse(created.body).id);
    expect(expectBody(reply, 200, Comment).author).toEqual({
      kind: 'agent',
      id: world.ada.id,
      name: 'Ada II',
    });
  });

  it('404: the id of a task', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await expectRejected(api(), 404, 'NOT_FOUND', () => get(world.ada.token, taskId));
  });
});
