import { Project, type ProjectPatch } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { byKey, eventRow, expectInvalid, expectRejected, record, snapshotOf } from '../support/log.ts';
import { age, createWorld } from '../support/world.ts';

const api = useApi();

/** A world, its project an hour old and with a task, and a change of it. */
async function worldWithProject() {
  const world = await createWorld(api());
  const { projectId, apiKey } = world.team;
  const path = `/api/projects/${projectId}`;
  const update = (body: unknown) => api().request('PATCH', path, { token: apiKey, body });
  const read = async () => expectBody(await api().request('GET', path, { token: apiKey }), 200, Project);
  await api().createTask(world.team);
  await age(api(), 'projects', projectId);
  return { world, update, read, before: await read() };
}

describe('PATCH /api/projects/:projectId', () => {
  it.each<[string, ProjectPatch]>([
    ['name', { name: 'After' }],
    ['description', { description: 'Text' }],
    ['description to an empty text', { description: '' }],
    ['maxAttempts', { maxAttempts: 1 }],
    ['maxAttempts to any number', { maxAttempts: null }],
    ['name and description', { name: 'After', description: 'Text' }],
  ])('200: %s and writes one event with the changes', async (_, patch) => {
    const { world, update, read, before } = await worldWithProject();
    const { reply, events } = await record(api(), () => update(patch));
    const project = expectBody(reply, 200, Project);
    expect(project).toEqual({ ...before, ...patch, updatedAt: project.updatedAt });
    expect(project.taskCount).toBe(1);
    expect(project.updatedAt > before.updatedAt).toBe(true);
    expect(await read()).toEqual(project);
    const changes = Object.fromEntries(
      Object.entries(patch).map(([field, after]) => [
        field,
        { before: before[field as keyof Project], after },
      ]),
    );
    const snapshot = snapshotOf(project);
    expect(events).toEqual([
      eventRow({ reply, world, actor: byKey(world), type: 'project.updated', snapshot, changes }),
    ]);
  });

  it('200: a description can be reset to null', async () => {
    const { update, before } = await worldWithProject();
    expect(expectBody(await update({ description: 'Text' }), 200, Project).description).toBe('Text');
    const project = expectBody(await update({ description: null }), 200, Project);
    expect(project).toEqual({ ...before, updatedAt: project.updatedAt });
  });

  it('200: a change without a difference keeps updatedAt and writes no event', async () => {
    const { update, before } = await worldWithProject();
    const { name, description } = before;
    const stored = await api().stored();
    for (const patch of [{ name }, { description }, { name, description }]) {
      expect(expectBody(await update(patch), 200, Project)).toEqual(before);
    }
    expect(await api().stored()).toEqual(stored);
  });

  it('400: an empty object, and no body', async () => {
    const { update } = await worldWithProject();
    await expectRejected(api(), 400, 'VALIDATION_ERROR', () => update({}));
    await expectRejected(api(), 400, 'VALIDATION_ERROR', () => update(undefined));
  });

  it('400: values that are not acceptable', async () => {
    const { update } = await worldWithProject();
    await checkEachInvalid(
      api(),
      [
        ['name', null],
        ['name', ''],
        ['name', ' '],
        ['name', 'x'.repeat(101)],
        ['name', '🚀'.repeat(101)],
        ['name', '\0'],
        ['name', 1],
        ['description', 'x'.repeat(2_001)],
        ['description', '\ud800'],
        ['description', 1],
        ['maxAttempts', 0],
        ['maxAttempts', 1_001],
        ['maxAttempts', 1.5],
        ['maxAttempts', '5'],
      ],
      (field, value) => update({ [field]: value }),
    );
  });

  it('400: names read-only fields, also with the values they have', async () => {
    const { update, before } = await worldWithProject();
    const { id, taskCount, createdAt, updatedAt, teamId } = before;
    const readOnly = { id, taskCount, createdAt, updatedAt };
    await expectInvalid(api(), Object.keys(readOnly), () => update({ name: 'After', ...readOnly }));
    await expectInvalid(api(), ['teamId'], () => update({ name: 'After', teamId }));
  });
});
