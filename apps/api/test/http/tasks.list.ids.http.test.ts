import { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { checkEachRejected } from '../support/check-each.ts';
import { expectFields, expectInvalid } from '../support/log.ts';
import { calls, done, readTask } from '../support/tasks.ts';
import { createWorld, unknownId, type World } from '../support/world.ts';

const api = useApi();
const Tasks = z.array(Task);

const list = ({ team }: World, query: Record<string, string>, token = team.apiKey) =>
  api().request('GET', `/api/teams/${team.teamId}/tasks?${new URLSearchParams(query)}`, { token });
const idsOf = (body: unknown) => Tasks.parse(body).map(({ id }) => id);

describe('GET /api/teams/:teamId/tasks?ids=', () => {
  it('200: the tasks with these ids in their order, each once, archived or not, whole', async () => {
    const world = await createWorld(api());
    const { team, ada } = world;
    const ids: string[] = [];
    for (let index = 0; index < 4; index += 1) ids.push(await api().createTask(team));
    const [first, second, third] = ids as [string, string, string, string];
    await done(calls(api()).complete(ada.token, first, { body: { result: 'The result' } }));
    await done(api().request('POST', `/api/tasks/${second}/archive`, { token: team.apiKey }));
    for (const token of [team.apiKey, ada.token]) {
      const reply = await list(world, { ids: [third, first, second, first].join() }, token);
      const expected = [];
      for (const id of [third, first, second]) expected.push(await readTask(api(), world, id));
      expect(expectBody(reply, 200, Tasks)).toEqual(expected);
      expect(reply.headers.has('x-next-cursor')).toBe(false);
    }
    const short = await list(world, { ids: first, fields: 'id,result' });
    expect(short.body).toEqual([{ id: first, result: 'The result' }]);
  });

  it('200: 100 of them, whatever the limit says', async () => {
    const world = await createWorld(api());
    const ids = await Promise.all(Array.from({ length: 100 }, () => api().createTask(world.team)));
    for (const query of [{}, { limit: '1' }] as Record<string, string>[])
      expect(idsOf((await list(world, { ids: ids.join(), ...query })).body)).toEqual(ids);
    await expectInvalid(api(), ['ids'], () => list(world, { ids: [...ids, unknownId].join() }));
  });

  it('200: pages of 4 MiB, each task once', async () => {
    const world = await createWorld(api());
    const description = 'x'.repeat(100_000);
    const ids = await Promise.all(
      Array.from({ length: 45 }, () => api().createTask(world.team, { description })),
    );
    const first = await list(world, { ids: ids.join() });
    const cursor = first.headers.get('x-next-cursor') ?? '';
    const page = idsOf(first.body);
    expect(page.at(-1)).toBe(cursor);
    const second = await list(world, { ids: ids.join(), cursor });
    expect([...page, ...idsOf(second.body)]).toEqual(ids);
    expect(second.headers.has('x-next-cursor')).toBe(false);
    expectProblem(
      await list(world, { ids: ids.slice(1).join(), cursor: ids[0] ?? '' }),
      400,
      'INVALID_CURSOR',
    );
  });

  it('400: names the ids that the team does not have', async () => {
    const [world, theirs] = [await createWorld(api()), await createWorld(api())];
    const [own, foreign] = [await api().createTask(world.team), await api().createTask(theirs.team)];
    for (const wait of ['0', '30']) {
      const ids = [own, unknownId, foreign, 'no id'].join();
      const problem = await expectInvalid(api(), ['ids'], () => list(world, { ids, wait }));
      expect(problem.errors?.[0]?.message).toBe(
        `must be ids of tasks of this team: it has no ${unknownId}, ${foreign}, no id`,
      );
    }
  });

  it('400: each invalid id, wait or filter', async () => {
    const world = await createWorld(api());
    const rows: [string, Record<string, string>, string[]][] = [
      ['ids', { ids: '' }, ['ids.0']],
      ['an empty id', { ids: 'a,,b' }, ['ids.1']],
      ['waitFor', { ids: 'a', waitFor: 'some' }, ['waitFor']],
      ['wait', { ids: 'a', wait: '31' }, ['wait']],
      ['wait alone', { wait: '5' }, ['wait']],
      ['waitFor alone', { waitFor: 'all', wait: '5' }, ['wait', 'waitFor']],
      [
        'filters beside ids',
        { ids: 'a', status: 'done', parentId: 'b', archived: 'true' },
        [...['archived', 'parentId', 'status']],
      ],
    ];
    const cases = Object.fromEntries(rows.map(([name, query, paths]) => [name, { query, paths }]));
    await checkEachRejected(api(), cases, async ({ query, paths }) => {
      expectFields(expectProblem(await list(world, query), 400, 'VALIDATION_ERROR'), paths);
    });
  });
});
