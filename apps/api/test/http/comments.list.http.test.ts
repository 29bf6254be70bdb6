import { Comment } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, type Reply, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { expectRejected } from '../support/log.ts';
import { createWorld, unknownId, type World } from '../support/world.ts';

const api = useApi();
const Comments = z.array(Comment);

const list = (world: World, taskId: string, query = '', token = world.team.apiKey) =>
  api().request('GET', `/api/tasks/${taskId}/comments${query}`, { token });
const idsOf = (reply: Reply) => expectBody(reply, 200, Comments).map(({ id }) => id);

/** A task with comments, and their ids, oldest first. */
async function discussed(world: World, count: number): Promise<{ taskId: string; ids: string[] }> {
  const taskId = await api().createTask(world.team);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    ids.push(await api().createComment(world.team, taskId, `Comment ${index}`));
  }
  return { taskId, ids };
}

describe('GET /api/tasks/:taskId/comments', () => {
  it('200: a bare array, oldest first, of this task alone, the same for all', async () => {
    const world = await createWorld(api());
    expect(idsOf(await list(world, await api().createTask(world.team)))).toEqual([]);
    const [{ taskId, ids }] = [await discussed(world, 5), await discussed(world, 2)];
    for (const token of [world.team.apiKey, world.ada.token]) {
      expect(idsOf(await list(world, taskId, '', token))).toEqual(ids);
    }
  });

  it('200: returns 50 without a limit', async () => {
    const world = await createWorld(api());
    const { taskId, ids } = await discussed(world, 51);
    const reply = await list(world, taskId);
    expect(idsOf(reply)).toEqual(ids.slice(0, 50));
    expect(reply.headers.get('x-next-cursor')).toBe(ids[49]);
    expect(idsOf(await list(world, taskId, `?cursor=${ids[49]}`))).toEqual(ids.slice(50));
  });

  it.each([1, 2, 3, 7, 12])(
    '200: pages of %i show each comment once, also among equal times',
    async (limit) => {
      const world = await createWorld(api());
      const { taskId, ids } = await discussed(world, 12);
      await api().db.pool.query(
        `update comments set created_at = date_trunc('second', created_at) where task_id = $1`,
        [taskId],
      );
      const all = idsOf(await list(world, taskId));
      expect(all.toSorted()).toEqual(ids.toSorted());
      const seen: string[] = [];
      let next: string | undefined = `/api/tasks/${taskId}/comments?limit=${limit}`;
      while (next) {
        const reply: Reply = await api().request('GET', next, { token: world.ada.token });
        seen.push(...idsOf(reply));
        const link = /^<([^>]+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1];
        expect(reply.headers.get('x-next-cursor')).toBe(link ? (seen.at(-1) ?? '') : null);
        next = link;
      }
      expect(seen).toEqual(all);
    },
  );

  it('200: the page after the last comment is empty, and shows a new one', async () => {
    const world = await createWorld(api());
    const { taskId, ids } = await discussed(world, 3);
    expect(idsOf(await list(world, taskId, `?cursor=${ids[2]}`))).toEqual([]);
    const added = await api().createComment(world.team, taskId);
    expect(idsOf(await list(world, taskId, `?cursor=${ids[2]}`))).toEqual([added]);
  });

  it.each([
    ['an unknown id', () => unknownId],
    ['an empty text', () => ''],
    ['a blank', () => ' '],
    ['SQL', () => "' or true --"],
    ['5,000 characters', () => 'x'.repeat(5_000)],
    ['the task', (taskId: string) => taskId],
  ])('400: a cursor that is no comment of the task: %s', async (_, cursorOf) => {
    const world = await createWorld(api());
    const { taskId } = await discussed(world, 2);
    const query = `?cursor=${encodeURIComponent(cursorOf(taskId))}`;
    await expectRejected(api(), 400, 'INVALID_CURSOR', () => list(world, taskId, query));
  });

  it('400: a cursor that is a comment of another task or another team', async () => {
    const [world, theirs] = [await createWorld(api()), await createWorld(api())];
    const { taskId } = await discussed(world, 2);
    for (const { ids } of [await discussed(world, 1), await discussed(theirs, 1)]) {
      await expectRejected(api(), 400, 'INVALID_CURSOR', () => list(world, taskId, `?cursor=${ids[0]}`));
    }
  });

  it('400: parameters that are wrong, unknown or given twice', async () => {
    const world = await createWorld(api());
    const { taskId } = await discussed(world, 1);
    await checkEachInvalid(
      api(),
      [
        ['limit', 'limit=0'],
        ['limit', 'limit=101'],
        ['limit', 'limit=1.0'],
        ['limit', 'limit='],
        ['cursor', 'cursor=a&cursor=b'],
        ['cursor', 'cursor=%00'],
        ['taskId', 'taskId=x'],
        ['author', 'author=x'],
      ],
      (_field, value) => list(world, taskId, `?${value}`),
    );
  });
});
