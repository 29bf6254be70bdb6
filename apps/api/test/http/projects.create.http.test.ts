import { Project } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, type TestTeam, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { byKey, eventRow, expectInvalid, record, snapshotOf } from '../support/log.ts';
import { createWorld, unknownId } from '../support/world.ts';

const api = useApi();

const create = (team: TestTeam, body: unknown) =>
  api().request('POST', `/api/teams/${team.teamId}/projects`, { token: team.apiKey, body });

describe('POST /api/teams/:teamId/projects', () => {
  it.each<[string, { name: string; description?: string | null }]>([
    ['the name alone', { name: 'Work' }],
    ['a description', { name: 'Work', description: 'Text' }],
    ['null for the description, as if it were absent', { name: 'Work', description: null }],
  ])('201: with %s, Location names it and writes one event', async (_, body) => {
    const world = await createWorld(api());
    const { team } = world;
    const start = Date.now();
    const { reply, events } = await record(api(), () => create(team, body));
    const project = expectBody(reply, 201, Project);
    expect(project).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      name: 'Work',
      description: body.description ?? null,
      instructions: null,
      teamId: team.teamId,
      maxAttempts: 5,
      archiveAfterDays: null,
      staleAfterSeconds: 86_400,
      queueStaleAfterSeconds: 604_800,
      paused: null,
      archivedAt: null,
      taskCount: 0,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: project.createdAt,
    });
    expect(Date.parse(project.createdAt)).toBeGreaterThanOrEqual(start);
    const location = new URL(reply.headers.get('location') ?? '', api().url);
    const read = await api().request('GET', location.pathname, { token: team.apiKey });
    expect(expectBody(read, 200, Project)).toEqual(project);
    expect(events).toEqual([
      eventRow({
        reply,
        world,
        actor: byKey(world),
        type: 'project.created',
        snapshot: snapshotOf(project),
        changes: null,
      }),
    ]);
  });

  it('201: the same name twice creates two projects', async () => {
    const { team } = await createWorld(api());
    const [first, second] = [await create(team, { name: 'Work' }), await create(team, { name: 'Work' })];
    expect(expectBody(first, 201, Project).id).not.toBe(expectBody(second, 201, Project).id);
  });

  it.each([
    ['name', 'x'],
    ['name', '🚀'.repeat(100)],
    ['name', ' Work '],
    ['description', ''],
    ['description', '🚀'.repeat(2_000)],
    ['maxAttempts', 1],
    ['maxAttempts', 1_000],
    ['maxAttempts', null],
  ])('201: %s at its bound, stored as sent (row %$)', async (field, value) => {
    const { team } = await createWorld(api());
    const reply = await create(team, { name: 'Work', [field]: value });
    expect(expectBody(reply, 201, Project)).toMatchObject({ [field]: value });
  });

  it('400: values that are not acceptable', async () => {
    const { team } = await createWorld(api());
    await checkEachInvalid(
      api(),
      [
        ['name', undefined],
        ['name', null],
        ['name', ''],
        ['name', ' \n\u00a0'],
        ['name', 'x'.repeat(101)],
        ['name', '🚀'.repeat(101)],
        ['name', '\0'],
        ['name', '\ud800'],
        ['name', 1],
        ['description', 'x'.repeat(2_001)],
        ['description', '🚀'.repeat(2_001)],
        ['description', '\0'],
        ['description', []],
        ['maxAttempts', 0],
        ['maxAttempts', 1_001],
        ['maxAttempts', 1.5],
        ['maxAttempts', '5'],
      ],
      (field, value) => create(team, { name: 'Work', [field]: value }),
    );
  });

  it('400: names read-only fields, and without a body the missing name is named', async () => {
    const { team } = await createWorld(api());
    const readOnly = { id: unknownId, taskCount: 0, createdAt: null, updatedAt: null };
    await expectInvalid(api(), Object.keys(readOnly), () => create(team, { name: 'Work', ...readOnly }));
    await expectInvalid(api(), ['name'], () => create(team, undefined));
  });
});
