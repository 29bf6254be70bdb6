import { Task, TaskInContext } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { expectInvalid, expectRejected, record } from '../support/log.ts';
import { calls, claimNext, done } from '../support/tasks.ts';
import { createProject, createWorld, unknownId, type World } from '../support/world.ts';

const api = useApi();

const create = ({ team }: World, fields: object = {}) =>
  api().request('POST', `/api/teams/${team.teamId}/tasks`, {
    token: team.apiKey,
    body: { title: 'A task', projectId: team.projectId, ...fields },
  });
const createId = async (world: World, fields: object = {}) => (await done(create(world, fields))).id;

const setParent = ({ team }: World, taskId: string, parentId: string | null, token = team.apiKey) =>
  calls(api()).update(token, taskId, { parentId });

/** Tasks of which each is a sub-task of the one before. */
async function chain(world: World, length: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < length) ids.push(await createId(world, { parentId: ids.at(-1) }));
  return ids;
}

const list = (world: World, query: Record<string, string>) =>
  api().request('GET', `/api/teams/${world.team.teamId}/tasks?${new URLSearchParams(query)}`, {
    token: world.team.apiKey,
  });
const found = async (world: World, query: Record<string, string>) =>
  expectBody(await list(world, query), 200, z.array(Task)).map(({ id }) => id);

describe('the parent of a task', () => {
  it('is set on creation, and set, changed and removed by an update, whose event says so', async () => {
    const world = await createWorld(api());
    const [one, other] = [await createId(world), await createId(world)];
    const { reply, events } = await record(api(), () => create(world, { parentId: one }));
    const task = expectBody(reply, 201, Task);
    expect(task.parentId).toBe(one);
    expect(events.map(({ type, subjectId }) => [type, subjectId])).toEqual([['task.created', task.id]]);
    const changeTo = async (parentId: string | null) => {
      const change = await record(api(), () => setParent(world, task.id, parentId));
      expect(expectBody(change.reply, 200, Task).parentId).toBe(parentId);
      return change.events.map(({ type, changes }) => ({ type, parent: changes?.parentId }));
    };
    const type = 'task.updated';
    expect(await changeTo(other)).toEqual([{ type, parent: { before: one, after: other } }]);
    expect(await changeTo(other)).toEqual([]);
    expect(await changeTo(null)).toEqual([{ type, parent: { before: other, after: null } }]);
    expect(await changeTo(one)).toEqual([{ type, parent: { before: null, after: one } }]);
  });

  it('must be another task of the team: 400', async () => {
    const [world, theirs] = [await createWorld(api()), await createWorld(api())];
    const id = await createId(world);
    const foreign = await createId(theirs);
    for (const parentId of [unknownId, 'not an id', foreign, world.team.projectId]) {
      await expectInvalid(api(), ['parentId'], () => create(world, { parentId }));
      await expectInvalid(api(), ['parentId'], () => setParent(world, id, parentId));
    }
    await expectInvalid(api(), ['parentId'], () => setParent(world, id, id));
    for (const parentId of ['', 1, ['x']])
      await expectInvalid(api(), ['parentId'], () => create(world, { parentId }));
  });

  it('may be in another project, archived or closed', async () => {
    const world = await createWorld(api());
    const { team } = world;
    const parentId = await createId(world, { projectId: await createProject(api(), team) });
    await done(calls(api()).move(team.apiKey, parentId, 'done'));
    await done(api().request('POST', `/api/tasks/${parentId}/archive`, { token: team.apiKey }));
    expect((await create(world, { parentId })).status).toBe(201);
  });

  it('is at most on the fourth level, so that tasks nest five levels deep: 400 beyond', async () => {
    const world = await createWorld(api());
    const ids = await chain(world, 5);
    const problem = await expectInvalid(api(), ['parentId'], () => create(world, { parentId: ids[4] }));
    expect(problem.errors?.[0]?.message).toMatch(/first 4 levels.*5 levels deep/);
    const single = await createId(world);
    await expectInvalid(api(), ['parentId'], () => setParent(world, single, ids[4] as string));
    await done(setParent(world, single, ids[3] as string));
  });

  it('counts with the sub-tasks of the task: 400 where they would be on a sixth level', async () => {
    const world = await createWorld(api());
    const [first, second] = (await chain(world, 3)) as [string, string];
    // Without sub-tasks, beside one that has some.
    await createId(world, { parentId: first });
    const [, higher, lower] = (await chain(world, 3)) as [string, string, string];
    const problem = await expectInvalid(api(), ['parentId'], () => setParent(world, first, lower));
    expect(problem.errors?.[0]?.message).toMatch(/more than 5 levels/);
    await done(setParent(world, second, lower));
    await done(setParent(world, second, null));
    await done(setParent(world, first, higher));
    await done(setParent(world, second, first));
    await expectInvalid(api(), ['parentId'], () => setParent(world, first, lower));
  });

  it('is none of its own sub-tasks: 409 with the cycle', async () => {
    const world = await createWorld(api());
    const [first, second, third] = (await chain(world, 3)) as [string, string, string];
    const problem = await expectRejected(api(), 409, 'DEPENDENCY_CYCLE', () =>
      setParent(world, first, third),
    );
    expect(problem).toMatchObject({ cycle: [first, third, second] });
    expect(problem.detail).toContain('is a sub-task of');
    const short = await expectRejected(api(), 409, 'DEPENDENCY_CYCLE', () => setParent(world, first, second));
    expect(short).toMatchObject({ cycle: [first, second] });
  });

  it('is written by an agent on creation, and later of what it created and nobody holds', async () => {
    const world = await createWorld(api());
    const { team, ada, bob } = world;
    const parentId = await createId(world);
    const body = { title: 'A task', projectId: team.projectId, parentId };
    const path = `/api/teams/${team.teamId}/tasks`;
    const { id } = expectBody(await api().request('POST', path, { token: ada.token, body }), 201, Task);
    await done(setParent(world, id, null, ada.token));
    await expectRejected(api(), 403, 'FORBIDDEN', () => setParent(world, id, parentId, bob.token));
    await done(calls(api()).claim(bob.token, id));
    await expectRejected(api(), 409, 'TASK_ALREADY_CLAIMED', () => setParent(world, id, parentId, ada.token));
    await done(setParent(world, id, parentId));
  });

  it('is created together with dependencies and an external id, or not at all', async () => {
    const world = await createWorld(api());
    const [parentId, blocker] = [await createId(world), await createId(world)];
    const fields = { parentId, blockedBy: [blocker], externalId: 'plan' };
    const headers = { 'Idempotency-Key': 'once' };
    const send = () =>
      api().request('POST', `/api/teams/${world.team.teamId}/tasks`, {
        ...{ token: world.team.apiKey, headers },
        body: { title: 'A task', projectId: world.team.projectId, ...fields },
      });
    const reply = await send();
    expect(expectBody(reply, 201, Task)).toMatchObject({ ...fields, isBlocked: true });
    expect((await send()).text).toBe(reply.text);
    await expectRejected(api(), 409, 'EXTERNAL_ID_TAKEN', () => create(world, fields));
  });
});

describe('the sub-tasks of a task', () => {
  it('stay as they are when it is claimed, cancelled, archived or restored', async () => {
    const world = await createWorld(api());
    const { team } = world;
    const [parentId, childId] = (await chain(world, 2)) as [string, string];
    const before = await done(calls(api()).get(team.apiKey, childId));
    await done(calls(api()).claim(world.ada.token, parentId));
    await done(calls(api()).move(team.apiKey, parentId, 'cancelled'));
    for (const verb of ['archive', 'restore'])
      await done(api().request('POST', `/api/tasks/${parentId}/${verb}`, { token: team.apiKey }));
    expect(await done(calls(api()).get(team.apiKey, childId))).toEqual(before);
    expectBody(await claimNext(api(), world.ada.token, team), 200, Task);
  });

  it('are counted with include=children by get, claim and claim-next, archived ones as well', async () => {
    const world = await createWorld(api());
    const { team, ada, bob } = world;
    const { move, claim, release } = calls(api());
    const parentId = await createId(world, { priority: 'high' });
    const children: string[] = [];
    for (let index = 0; index < 5; index += 1) children.push(await createId(world, { parentId }));
    const [first, second, third] = children as [string, string, string];
    await createId(world, { parentId: first });
    await done(move(team.apiKey, first, 'done'));
    await done(move(team.apiKey, second, 'done'));
    await done(move(team.apiKey, third, 'cancelled'));
    await done(api().request('POST', `/api/tasks/${second}/archive`, { token: team.apiKey }));
    const expected = { total: 5, done: 2, cancelled: 1 };
    const get = (id: string) =>
      api().request('GET', `/api/tasks/${id}?include=children,instructions`, { token: ada.token });
    expect(expectBody(await get(parentId), 200, TaskInContext)).toMatchObject({
      ...{ children: expected, instructions: null },
    });
    expect(expectBody(await get(second), 200, TaskInContext).children).toEqual({
      ...{ total: 0, done: 0, cancelled: 0 },
    });
    const body = { include: 'children' };
    const claimed = expectBody(await claim(ada.token, parentId, { body }), 200, TaskInContext);
    expect(claimed.children).toEqual(expected);
    await done(release(ada.token, parentId));
    const next = expectBody(await claimNext(api(), bob.token, team, body), 200, TaskInContext);
    expect(next).toMatchObject({ id: parentId, children: expected });
  });

  it('are counted up to 1,000, those that are open first', async () => {
    const world = await createWorld(api());
    const { teamId, projectId, apiKey } = world.team;
    const parentId = await createId(world);
    await api().owner.query(
      `insert into tasks (id, team_id, project_id, title, parent_id, status, in_queue)
       select $1 || n, $2, $3, 'Child', $1, case when n > 1500 then 'todo' else 'done' end::task_status, n > 1500
       from generate_series(1, 1505) as n`,
      [parentId, teamId, projectId],
    );
    const reply = await api().request('GET', `/api/tasks/${parentId}?include=children`, { token: apiKey });
    expect(expectBody(reply, 200, TaskInContext).children).toEqual({ total: 1_000, done: 995, cancelled: 0 });
  });

  it('are listed with parentId, the newest first, beside every other filter', async () => {
    const [world, theirs] = [await createWorld(api()), await createWorld(api())];
    const { team, ada } = world;
    const { move, claim } = calls(api());
    const parentId = await createId(world);
    const [blocker, todo, held, closed, archived] = [
      await createId(world),
      await createId(world, { parentId, externalId: 'plan' }),
      await createId(world, { parentId }),
      await createId(world, { parentId }),
      await createId(world, { parentId }),
    ];
    const blocked = await createId(world, { parentId, blockedBy: [blocker] });
    await createId(world, { parentId: todo });
    await done(claim(ada.token, held));
    await done(move(team.apiKey, closed, 'done'));
    await done(api().request('POST', `/api/tasks/${archived}/archive`, { token: team.apiKey }));
    const cases: [Record<string, string>, string[]][] = [
      [{}, [blocked, closed, held, todo]],
      [{ status: 'todo' }, [blocked, todo]],
      [{ status: 'done' }, [closed]],
      [{ status: 'cancelled' }, []],
      [{ agentId: ada.id }, [held]],
      [{ projectId: team.projectId, status: 'in_progress' }, [held]],
      [{ projectId: unknownId }, []],
      [{ memberId: unknownId }, []],
      [{ archived: 'true' }, [archived]],
      [{ claimable: 'true' }, [todo]],
      [{ blockedBy: blocker }, [blocked]],
      [{ externalId: 'plan' }, [todo]],
      [{ cursor: closed }, [held, todo]],
      [{ cursor: parentId }, []],
    ];
    for (const [query, expected] of cases)
      expect(await found(world, { parentId, ...query }), JSON.stringify(query)).toEqual(expected);
    expect(await found(world, { parentId: unknownId })).toEqual([]);
    expect(await found(world, { parentId: await createId(theirs), externalId: 'plan' })).toEqual([]);
    expect(await found(theirs, { parentId })).toEqual([]);
    expectProblem(await list(world, { parentId, cursor: unknownId }), 400, 'INVALID_CURSOR');
  });

  it('are each on one page, also where a page has looked at 1,000 others', async () => {
    const world = await createWorld(api());
    const { teamId, projectId } = world.team;
    const parentId = await createId(world);
    await api().owner.query(
      `insert into tasks (id, team_id, project_id, title, parent_id, status, in_queue, archived_at, created_at)
       select $1 || n, $2, $3, 'Child', $1, case when n % 3 = 0 then 'todo' else 'done' end::task_status,
         n % 3 = 0 and not is_archived, case when is_archived then now() end, now() - n * interval '1 minute'
       from generate_series(1, 2400) as n, lateral (select n between 100 and 2300) as each (is_archived)`,
      [parentId, teamId, projectId],
    );
    const expected = await api().db.pool.query<{ id: string }>(
      'select id from tasks where parent_id = $1 and archived_at is null order by created_at desc, id desc',
      [parentId],
    );
    const ids: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const reply = await list(world, { parentId, limit: '100', ...(cursor && { cursor }) });
      ids.push(...expectBody(reply, 200, z.array(Task)).map(({ id }) => id));
      cursor = reply.headers.get('x-next-cursor');
    }
    expect(ids).toHaveLength(199);
    expect(ids).toEqual(expected.rows.map(({ id }) => id));
  });
});
