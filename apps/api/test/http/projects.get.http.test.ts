import { Project } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { record } from '../support/log.ts';
import { calls, done, situations, taskIn } from '../support/tasks.ts';
import { createProject, createWorld } from '../support/world.ts';

const api = useApi();

const get = (id: string, token: string) => api().request('GET', `/api/projects/${id}`, { token });
const read = async (id: string, token: string) => expectBody(await get(id, token), 200, Project);

describe('GET /api/projects/:projectId', () => {
  it('200: the project as it was created, for the team and its agents', async () => {
    const { team, ada, bob } = await createWorld(api());
    const created = await api().request('POST', `/api/teams/${team.teamId}/projects`, {
      token: team.apiKey,
      body: { name: 'Work 🚀', description: 'Line 1\nLine 2' },
    });
    const project = expectBody(created, 201, Project);
    for (const token of [team.apiKey, ada.token, bob.token]) {
      expect(await read(project.id, token)).toEqual(project);
    }
  });

  it('200: taskCount counts the tasks of the project, of every status', async () => {
    const world = await createWorld(api());
    const { team } = world;
    for (const situation of situations) await taskIn(api(), world, situation);
    const second = await createProject(api(), team);
    const taskId = await api().createTask(team, { projectId: second });
    expect((await read(team.projectId, team.apiKey)).taskCount).toBe(situations.length);
    expect((await read(second, team.apiKey)).taskCount).toBe(1);
    await done(calls(api()).update(team.apiKey, taskId, { projectId: team.projectId }));
    expect((await read(team.projectId, team.apiKey)).taskCount).toBe(situations.length + 1);
    expect((await read(second, team.apiKey)).taskCount).toBe(0);
  });

  it('200: tasks change taskCount and nothing else of the project', async () => {
    const { team } = await createWorld(api());
    const before = await read(team.projectId, team.apiKey);
    await api().createTask(team);
    expect(await read(team.projectId, team.apiKey)).toEqual({ ...before, taskCount: 1 });
  });

  it('200: reading stores nothing and writes no event', async () => {
    const { team, ada } = await createWorld(api());
    const before = await api().stored();
    const { events } = await record(api(), () => get(team.projectId, ada.token));
    expect(events).toEqual([]);
    expect(await api().stored()).toEqual(before);
  });
});
