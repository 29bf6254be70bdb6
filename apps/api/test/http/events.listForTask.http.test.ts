import { Event } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, type Reply, useApi } from '../harness.ts';
import { settle } from '../log/support/settle.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { expectRejected, record } from '../support/log.ts';
import { calls, done, taskIn } from '../support/tasks.ts';
import { createWorld, unknownId, type World } from '../support/world.ts';

const api = useApi();
const Events = z.array(Event);

const list = async (world: World, taskId: string, query = '', token = world.team.apiKey) => {
  await settle(api());
  return api().request('GET', `/api/tasks/${taskId}/events${query}`, { token });
};
const eventsOf = (reply: Reply) => expectBody(reply, 200, Events);

/** A task with six events. */
async function createTaskWithHistory(world: World): Promise<string> {
  const { team, ada } = world;
  const taskId = await taskIn(api(), world, 'held by Ada');
  await done(calls(api()).update(ada.token, taskId, { title: 'Renamed', priority: 'high' }));
  await api().createComment(team, taskId, 'How far?');
  await done(calls(api()).complete(ada.token, taskId, { body: { result: 'Done' } }));
  await done(calls(api()).move(team.apiKey, taskId, 'todo'));
  return taskId;
}

describe('GET /api/tasks/:taskId/events', () => {
  it('200: the history of the task, oldest first, with actor, old and new values, comments included', async () => {
    const world = await createWorld(api());
    const taskId = await createTaskWithHistory(world);
    await createTaskWithHistory(world);
    const key = { kind: 'key', id: world.keyId };
    const ada = { kind: 'agent', id: world.ada.id, name: 'Ada' };
    const reply = await list(world, taskId);
    expect(eventsOf(reply)).toMatchObject([
      { type: 'task.created', actor: key, changes: null, snapshot: { status: 'todo' } },
      {
        type: 'task.claimed',
        actor: ada,
        changes: {
          status: { before: 'todo', after: 'in_progress' },
          assignedAgentId: { before: null, after: world.ada.id },
        },
      },
      {
        type: 'task.updated',
        actor: ada,
        changes: {
          title: { before: 'held by Ada', after: 'Renamed' },
          priority: { before: 'normal', after: 'high' },
        },
      },
      {
        type: 'task.commented',
        actor: key,
        changes: { comment: { before: null, after: { body: 'How far?' } } },
        snapshot: { id: taskId, title: 'Renamed' },
      },
      {
        type: 'task.completed',
        actor: ada,
        changes: {
          status: { before: 'in_progress', after: 'done' },
          result: { before: null, after: 'Done' },
        },
      },
      {
        type: 'task.moved',
        actor: key,
        changes: {
          status: { before: 'done', after: 'todo' },
          assignedAgentId: { before: world.ada.id, after: null },
        },
      },
    ]);
    for (const event of eventsOf(reply)) {
      expect(event).toMatchObject({ teamId: world.team.teamId, subject: { type: 'task', id: taskId } });
    }
    for (const token of [world.ada.token, world.bob.token]) {
      expect(eventsOf(await list(world, taskId, '', token))).toEqual(eventsOf(reply));
    }
  });

  it.each([1, 2, 3, 5, 6])('200: page by page with a limit of %i, each event once', async (limit) => {
    const world = await createWorld(api());
    const taskId = await createTaskWithHistory(world);
    const all = eventsOf(await list(world, taskId));
    const seen: Event[] = [];
    let next: string | undefined = `/api/tasks/${taskId}/events?limit=${limit}`;
    while (next) {
      const reply: Reply = await api().request('GET', next, { token: world.ada.token });
      const events = eventsOf(reply);
      expect(events.length).toBeGreaterThan(0);
      seen.push(...events);
      const link = /^<([^>]+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1];
      expect(reply.headers.get('x-next-cursor')).toBe(link ? (events.at(-1)?.id ?? '') : null);
      next = link;
    }
    expect(seen).toEqual(all);
  });

  it('200: accepts any event of the team as cursor', async () => {
    const world = await createWorld(api());
    await settle(api());
    const before = (
      await api().request('GET', `/api/teams/${world.team.teamId}/events`, { token: world.team.apiKey })
    ).body as Event[];
    const taskId = await createTaskWithHistory(world);
    const reply = await list(world, taskId, `?cursor=${before.at(-1)?.id}`);
    expect(eventsOf(reply)).toHaveLength(6);
  });

  it('200: reading writes nothing', async () => {
    const world = await createWorld(api());
    const taskId = await createTaskWithHistory(world);
    const { events } = await record(api(), () => list(world, taskId, '?limit=1', world.ada.token));
    expect(events).toEqual([]);
  });

  it.each(['', '00', '1-1', 'x', '1-', unknownId, '18446744073709551615-1', 'x'.repeat(5_000)])(
    '400: a cursor that is no position of this log (row %$)',
    async (cursor) => {
      const world = await createWorld(api());
      const taskId = await taskIn(api(), world, 'todo');
      await expectRejected(api(), 400, 'INVALID_CURSOR', () =>
        list(world, taskId, `?cursor=${encodeURIComponent(cursor)}`),
      );
    },
  );

  it('400: parameters that are wrong, unknown or given twice', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'todo');
    await checkEachInvalid(
      api(),
      [
        ['limit', 'limit=0'],
        ['limit', 'limit=101'],
        ['type', 'type=task.created'],
        ['taskId', `taskId=${unknownId}`],
        ['cursor', 'cursor=1-1&cursor=1-1'],
      ],
      (_field, value) => list(world, taskId, `?${value}`),
    );
  });

  it('404: the id of an agent or a project of the team', async () => {
    const world = await createWorld(api());
    for (const id of [world.ada.id, world.team.projectId, world.team.teamId]) {
      await expectRejected(api(), 404, 'NOT_FOUND', () => list(world, id));
    }
  });
});
