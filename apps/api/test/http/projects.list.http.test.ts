import { ListedProject, Project } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, useApi } from '../harness.ts';
import { itPages } from '../support/list-pages.ts';
import { expectInvalid, record } from '../support/log.ts';
import { createProject, createWorld, type World } from '../support/world.ts';

const api = useApi();
const Projects = z.array(ListedProject);

const list = (world: World, query = '', token = world.team.apiKey) =>
  api().request('GET', `/api/teams/${world.team.teamId}/projects${query}`, { token });

describe('GET /api/teams/:teamId/projects', () => {
  it('200: a new team has its first project', async () => {
    const world = await createWorld(api());
    const projects = expectBody(await list(world), 200, Projects);
    expect(projects).toEqual([
      {
        id: world.team.projectId,
        name: 'General',
        description: null,
        teamId: world.team.teamId,
        maxAttempts: 5,
        archiveAfterDays: null,
        staleAfterSeconds: 86_400,
        queueStaleAfterSeconds: 604_800,
        paused: null,
        archivedAt: null,
        taskCount: 0,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
  });

  it('200: a bare array in the order of creation, each as it is read alone, the same for the agents', async () => {
    const world = await createWorld(api());
    const { team, ada } = world;
    const ids = [team.projectId];
    for (let index = 0; index < 5; index += 1)
      ids.push(await createProject(api(), team, `Project ${9 - index}`));
    await api().createTask(team, { projectId: ids[2] });
    const projects = expectBody(await list(world), 200, Projects);
    expect(projects.map((project) => project.id)).toEqual(ids);
    expect(projects.map((project) => project.taskCount)).toEqual([0, 0, 1, 0, 0, 0]);
    for (const project of projects) {
      const reply = await api().request('GET', `/api/projects/${project.id}`, { token: team.apiKey });
      expect(expectBody(reply, 200, Project)).toEqual({ ...project, instructions: null });
    }
    expect(expectBody(await list(world, '', ada.token), 200, Projects)).toEqual(projects);
  });

  it('200: another team sees none of them', async () => {
    const [ours, theirs] = [await createWorld(api()), await createWorld(api())];
    await createProject(api(), ours.team);
    const ids = expectBody(await list(theirs), 200, Projects).map((project) => project.id);
    expect(ids).toEqual([theirs.team.projectId]);
  });

  it('200: reading stores nothing and writes no event', async () => {
    const world = await createWorld(api());
    const before = await api().stored();
    const { events } = await record(api(), () => list(world, '', world.ada.token));
    expect(events).toEqual([]);
    expect(await api().stored()).toEqual(before);
  });

  it.each(['status', 'name'])('400: accepts no filter, not even %s', async (name) => {
    const world = await createWorld(api());
    await expectInvalid(api(), [name], () => list(world, `?${name}=1`));
  });

  itPages(api, 'projects', (team) => createProject(api(), team));
});
