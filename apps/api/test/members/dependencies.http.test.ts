import { TaskDependencies } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { call, createPerson, sessionOf } from '../support/people.ts';
import { calls, done } from '../support/tasks.ts';
import { createWorld } from '../support/world.ts';

const api = useApi();

/** A world with a viewer, who reads the dependencies of a task. */
async function openWorld() {
  const world = await createWorld(api());
  const { team } = world;
  const { email } = await createPerson(api(), team.teamId, 'viewer');
  const caller = { session: await sessionOf(api(), email), team: team.teamId };
  const ask = (taskId: string) => call(api(), ['query', 'tasks.dependencies'], { taskId }, caller);
  const read = async (taskId: string) => TaskDependencies.parse((await ask(taskId)).data);
  const create = (title: string, fields: object = {}) => api().createTask(team, { title, ...fields });
  const setBlockers = (taskId: string, blockedBy: string[]) =>
    done(calls(api()).update(team.apiKey, taskId, { blockedBy }));
  const move = (taskId: string, status: 'done' | 'cancelled') =>
    done(calls(api()).move(team.apiKey, taskId, status));
  return { ...world, ask, read, create, setBlockers, move };
}

const titlesOf = (tasks: { title: string }[]) => tasks.map(({ title }) => title);

describe('tasks.dependencies', () => {
  it('has both directions, with what is needed to name the tasks and who has them', async () => {
    const { team, ada, read, create, setBlockers } = await openWorld();
    const plan = await create('Plan', { assignedAgentId: ada.id });
    const write = await create('Write');
    const print = await create('Print');
    await setBlockers(write, [plan]);
    await setBlockers(print, [write]);
    expect(await read(write)).toEqual({
      blockers: [
        {
          ...{ id: plan, title: 'Plan', status: 'todo', projectId: team.projectId, version: 1 },
          ...{ assignedAgentId: ada.id, assignedMemberId: null, archivedAt: null },
        },
      ],
      dependants: [
        {
          // Blocked by the edit, which is an event of its own.
          ...{ id: print, title: 'Print', status: 'todo', projectId: team.projectId, version: 3 },
          ...{ assignedAgentId: null, assignedMemberId: null, archivedAt: null },
        },
      ],
    });
    expect(await read(plan)).toMatchObject({ blockers: [], dependants: [{ id: write }] });
    expect(await read(print)).toMatchObject({ blockers: [{ id: write }], dependants: [] });
  });

  it('begins with what is open: a cancelled task still blocks, and no longer waits', async () => {
    const { read, create, setBlockers, move } = await openWorld();
    const middle = await create('Middle');
    const ids: Record<string, string> = {};
    for (const title of ['done', 'cancelled', 'open']) {
      ids[`${title} before`] = await create(`${title} before`);
      ids[`${title} after`] = await create(`${title} after`);
      await setBlockers(ids[`${title} after`] as string, [middle]);
    }
    await setBlockers(
      middle,
      Object.keys(ids).flatMap((title) => (title.endsWith('before') ? [ids[title] as string] : [])),
    );
    for (const status of ['done', 'cancelled'] as const)
      for (const side of ['before', 'after']) await move(ids[`${status} ${side}`] as string, status);
    const { blockers, dependants } = await read(middle);
    expect(titlesOf(blockers)).toEqual(['cancelled before', 'open before', 'done before']);
    expect(titlesOf(dependants)).toEqual(['open after', 'done after', 'cancelled after']);
  });

  it('has archived tasks, which keep others blocked', async () => {
    const { team, read, create, setBlockers } = await openWorld();
    const [before, after] = [await create('Before'), await create('After')];
    await setBlockers(after, [before]);
    await done(api().request('POST', `/api/tasks/${before}/archive`, { token: team.apiKey }));
    expect((await read(after)).blockers).toMatchObject([{ archivedAt: expect.any(String) }]);
  });

  it('has all 500 tasks that may wait for one', async () => {
    const { team, read, create, setBlockers } = await openWorld();
    const first = await create('First');
    const waiting = await create('Waiting');
    await setBlockers(waiting, [first]);
    await api().db.pool.query(
      `insert into tasks (id, team_id, project_id, title, blocked_by, open_blockers, in_queue)
       select $1 || n, $2, $3, 'W', array[$1], 1, false from generate_series(1, 499) as n`,
      [first, team.teamId, team.projectId],
    );
    await api().db.pool.query(
      'insert into task_dependencies select $1, $1 || n from generate_series(1, 499) as n',
      [first],
    );
    expect((await read(first)).dependants).toHaveLength(500);
  });

  it('is the same 404 for another team’s task and for none', async () => {
    const { ask } = await openWorld();
    const other = await openWorld();
    const foreign = await ask(await other.create('Foreign'));
    const unknown = await ask('nothing');
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    const { requestId: _, ...problem } = unknown.problem ?? {};
    expect(foreign.problem).toMatchObject(problem);
  });
});
