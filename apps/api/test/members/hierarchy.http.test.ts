import { TaskHierarchy } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { call, createPerson, sessionOf } from '../support/people.ts';
import { calls, done } from '../support/tasks.ts';
import { createWorld } from '../support/world.ts';

const api = useApi();

/** A world with a viewer, who reads the parent and the sub-tasks of a task. */
async function openWorld() {
  const world = await createWorld(api());
  const { team } = world;
  const { email } = await createPerson(api(), team.teamId, 'viewer');
  const caller = { session: await sessionOf(api(), email), team: team.teamId };
  const ask = (taskId: string) => call(api(), ['query', 'tasks.hierarchy'], { taskId }, caller);
  const read = async (taskId: string) => TaskHierarchy.parse((await ask(taskId)).data);
  const create = (title: string, fields: object = {}) => api().createTask(team, { title, ...fields });
  return { ...world, ask, read, create };
}

describe('tasks.hierarchy', () => {
  it('has the parent and the sub-tasks, the oldest first, and counts them, archived ones included', async () => {
    const { team, ada, read, create } = await openWorld();
    const root = await create('Root');
    const parent = await create('Parent', { parentId: root, assignedAgentId: ada.id });
    const ids: string[] = [];
    for (const title of ['cancelled', 'archived', 'done', 'open'])
      ids.push(await create(title, { parentId: parent }));
    const [cancelled, archived, complete] = ids as [string, string, string, string];
    await done(calls(api()).move(team.apiKey, cancelled, 'cancelled'));
    await done(api().request('POST', `/api/tasks/${archived}/archive`, { token: team.apiKey }));
    await done(calls(api()).move(team.apiKey, complete, 'done'));

    const listed = await read(parent);
    expect(listed.parent).toEqual({
      ...{ id: root, title: 'Root', status: 'todo', projectId: team.projectId, version: 1 },
      ...{ assignedAgentId: null, assignedMemberId: null, archivedAt: null, createdAt: expect.any(String) },
    });
    expect(listed.children.map(({ title }) => title)).toEqual(['cancelled', 'archived', 'done', 'open']);
    expect(listed.children[1]?.archivedAt).not.toBeNull();
    expect(listed.counts).toEqual({ total: 4, done: 1, cancelled: 1 });
    expect(await read(root)).toMatchObject({ parent: null, children: [{ assignedAgentId: ada.id }] });
    expect(await read(complete)).toEqual({
      parent: expect.objectContaining({ id: parent }),
      children: [],
      counts: { total: 0, done: 0, cancelled: 0 },
    });
  });

  it('lists 500 sub-tasks and counts 1,000', async () => {
    const { team, read, create } = await openWorld();
    const parent = await create('Parent');
    await api().db.pool.query(
      `insert into tasks (id, team_id, project_id, title, parent_id, status, in_queue, created_at)
       select $1 || n, $2, $3, n, $1, (case when n % 2 = 0 then 'done' else 'todo' end)::task_status, n % 2 = 1,
         now() + n * interval '1 second'
       from generate_series(1, 1001) as n`,
      [parent, team.teamId, team.projectId],
    );
    const { children, counts } = await read(parent);
    expect(children.map(({ title }) => title)).toEqual(
      Array.from({ length: 500 }, (_, index) => `${index + 1}`),
    );
    expect(counts).toEqual({ total: 1_000, done: 499, cancelled: 0 });
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
