import { Task, taskStatuses } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { expectInvalid, expectRejected } from '../support/log.ts';
import { calls, done, readTask, situations, taskIn } from '../support/tasks.ts';
import { createProject, createWorld, setAgentStatus, unknownId, type World } from '../support/world.ts';

const api = useApi();
const Tasks = z.array(Task);

const list = (world: World, query = '', token = world.team.apiKey) =>
  api().request('GET', `/api/teams/${world.team.teamId}/tasks${query}`, { token });

const newestFirst = (tasks: Task[]) =>
  tasks.toSorted((a, b) => {
    if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
    return a.id < b.id ? 1 : -1;
  });

/** Tasks of two projects, of Ada, Bob and nobody, in every status; and the second project. */
async function createTasksInEveryStatus(world: World): Promise<{ tasks: Task[]; second: string }> {
  const { team, ada, bob } = world;
  const second = await createProject(api(), team);
  const tasks: Task[] = [];
  for (const status of taskStatuses) {
    for (const projectId of [team.projectId, second]) {
      for (const assignedAgentId of [ada.id, bob.id, null]) {
        const taskId = await api().createTask(team, { projectId, assignedAgentId });
        tasks.push(await done(calls(api()).move(team.apiKey, taskId, status)));
      }
    }
  }
  return { tasks: newestFirst(tasks), second };
}

describe('GET /api/teams/:teamId/tasks', () => {
  it('200: a team without tasks has an empty list and no next page', async () => {
    const world = await createWorld(api());
    const reply = await list(world);
    expect(expectBody(reply, 200, Tasks)).toEqual([]);
    expect(reply.headers.has('x-next-cursor')).toBe(false);
    expect(reply.headers.has('link')).toBe(false);
  });

  it('200: a bare array of whole tasks, newest first, the same for the team and each agent', async () => {
    const world = await createWorld(api());
    const ids: string[] = [];
    for (const situation of situations) ids.push(await taskIn(api(), world, situation));
    const expected = await Promise.all(ids.map((id) => readTask(api(), world, id)));
    for (const token of [world.team.apiKey, world.ada.token, world.bob.token]) {
      expect(expectBody(await list(world, '', token), 200, Tasks)).toEqual(newestFirst(expected));
    }
  });

  it('200: changed tasks keep their position', async () => {
    const world = await createWorld(api());
    const tasks: Task[] = [];
    for (const status of taskStatuses)
      tasks.push(
        await done(calls(api()).move(world.team.apiKey, await api().createTask(world.team), status)),
      );
    const changed = tasks[2] as Task;
    await done(calls(api()).update(world.team.apiKey, changed.id, { title: 'Changed', priority: 'high' }));
    await done(calls(api()).move(world.team.apiKey, changed.id, 'todo'));
    const after = expectBody(await list(world), 200, Tasks);
    expect(after.map((task) => task.id)).toEqual(newestFirst(tasks).map((task) => task.id));
  });

  it('200: every combination of status, project and agent, unknown ones included', async () => {
    const world = await createWorld(api());
    const theirs = await createWorld(api());
    await api().createTask(theirs.team, { assignedAgentId: theirs.ada.id });
    const { tasks, second } = await createTasksInEveryStatus(world);
    const { team, ada, bob } = world;
    const projectIds = [undefined, team.projectId, second, theirs.team.projectId];
    const agentIds = [undefined, ada.id, bob.id, theirs.ada.id];
    for (const status of [undefined, ...taskStatuses]) {
      for (const projectId of projectIds) {
        for (const agentId of agentIds) {
          const filters = Object.entries({ status, projectId, agentId }).filter(([, value]) => value);
          const reply = await list(world, `?${new URLSearchParams(filters as [string, string][])}`);
          const expected = tasks.filter(
            (task) =>
              (!status || task.status === status) &&
              (!projectId || task.projectId === projectId) &&
              (!agentId || task.assignedAgentId === agentId),
          );
          expect(expectBody(reply, 200, Tasks), JSON.stringify(filters)).toEqual(expected);
        }
      }
    }
  });

  it('200: a filter that names nothing gives an empty list', async () => {
    const world = await createWorld(api());
    await api().createTask(world.team, { assignedAgentId: world.ada.id });
    for (const id of [unknownId, 'x', 'not an id', '%25', "'", world.team.teamId]) {
      for (const filter of ['projectId', 'agentId']) {
        const reply = await list(world, `?${filter}=${encodeURIComponent(id)}`);
        expect(expectBody(reply, 200, Tasks)).toEqual([]);
      }
    }
  });

  it('200: the tasks of an inactive agent are found', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'held by Ada');
    await setAgentStatus(api(), world.team, world.ada.id, 'inactive');
    const tasks = expectBody(await list(world, `?agentId=${world.ada.id}`), 200, Tasks);
    expect(tasks.map((task) => task.id)).toEqual([taskId]);
  });

  it('200: another team sees none of them', async () => {
    const [ours, theirs] = [await createWorld(api()), await createWorld(api())];
    await api().createTask(ours.team);
    expect(expectBody(await list(theirs), 200, Tasks)).toEqual([]);
  });

  // Invalid limits and statuses, and parameters that are there twice, are in contract/invalid-query.
  it('400: each parameter that is empty or unknown', async () => {
    const world = await createWorld(api());
    const rows = [
      ['projectId', 'projectId='],
      ['agentId', 'agentId='],
      ['page', 'page=2'],
      ['Status', 'Status=todo'],
      ['assignedAgentId', `assignedAgentId=${unknownId}`],
      ['teamId', 'teamId=x'],
      ['', '=x'],
      ['toString', 'toString=x'],
      ['__proto__', '__proto__=x'],
    ] as const;
    await checkEachInvalid(api(), rows, (_, query) => list(world, `?${query}`));
  });

  it('400: every parameter that is wrong is named at once', async () => {
    const world = await createWorld(api());
    await expectInvalid(api(), ['colour', 'limit', 'status'], () =>
      list(world, '?status=open&limit=0&colour=red'),
    );
  });

  it('404: checks the team before the parameters', async () => {
    const [ours, theirs] = [await createWorld(api()), await createWorld(api())];
    await expectRejected(api(), 404, 'NOT_FOUND', () => list(theirs, '?limit=0', ours.ada.token));
  });
});
