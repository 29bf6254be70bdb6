import { Agent, type AgentPatch } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { byKey, eventRow, expectInvalid, expectRejected, record } from '../support/log.ts';
import { age, createWorld, setAgentStatus, unknownId } from '../support/world.ts';

const api = useApi();

/** A world, Ada before the change, and a change of her. */
async function worldWithAda() {
  const world = await createWorld(api());
  const path = `/api/agents/${world.ada.id}`;
  const update = (body: unknown) => api().request('PATCH', path, { token: world.team.apiKey, body });
  const read = async () =>
    expectBody(await api().request('GET', path, { token: world.team.apiKey }), 200, Agent);
  await age(api(), 'agents', world.ada.id);
  return { ...world, world, update, read, before: await read() };
}

describe('PATCH /api/agents/:agentId', () => {
  it.each<[string, AgentPatch, string]>([
    ['name', { name: 'Ada 2' }, 'agent.updated'],
    ['description', { description: 'Text' }, 'agent.updated'],
    ['name and description', { name: 'Ada 2', description: 'Text' }, 'agent.updated'],
    ['status', { status: 'inactive' }, 'agent.deactivated'],
    ['status and name', { status: 'inactive', name: 'Ada 2' }, 'agent.deactivated'],
  ])('200: %s and writes one event with the changes', async (_, patch, type) => {
    const { world, update, read, before } = await worldWithAda();
    const { reply, events } = await record(api(), () => update(patch));
    const agent = expectBody(reply, 200, Agent);
    expect(agent).toEqual({ ...before, ...patch });
    expect(await read()).toEqual(agent);
    const changes = Object.fromEntries(
      Object.entries(patch).map(([field, after]) => [field, { before: before[field as keyof Agent], after }]),
    );
    expect(events).toEqual([eventRow({ reply, world, actor: byKey(world), type, snapshot: agent, changes })]);
  });

  it('200: active reactivates and writes one event', async () => {
    const { world, team, ada, update, read } = await worldWithAda();
    await setAgentStatus(api(), team, ada.id, 'inactive');
    const { reply, events } = await record(api(), () => update({ status: 'active' }));
    const agent = expectBody(reply, 200, Agent);
    expect(agent.status).toBe('active');
    expect(await read()).toEqual(agent);
    const changes = { status: { before: 'inactive', after: 'active' } };
    expect(events).toEqual([
      eventRow({ reply, world, actor: byKey(world), type: 'agent.reactivated', snapshot: agent, changes }),
    ]);
  });

  it('200: a description can be reset to null', async () => {
    const { update, read, before } = await worldWithAda();
    expect(expectBody(await update({ description: 'Text' }), 200, Agent).description).toBe('Text');
    expect(expectBody(await update({ description: null }), 200, Agent)).toEqual(before);
    expect(await read()).toEqual(before);
  });

  it('200: a change without a difference stores nothing and writes no event', async () => {
    const { update, before } = await worldWithAda();
    const { name, description, status } = before;
    const stored = await api().stored();
    for (const patch of [{ name }, { description }, { status }, { name, description, status }]) {
      expect(expectBody(await update(patch), 200, Agent)).toEqual(before);
    }
    expect(await api().stored()).toEqual(stored);
  });

  it('200: an inactive agent can be renamed and deactivated once more, the latter without an event', async () => {
    const { team, ada, update, before } = await worldWithAda();
    await setAgentStatus(api(), team, ada.id, 'inactive');
    const stored = await api().stored();
    expectBody(await update({ status: 'inactive' }), 200, Agent);
    expect(await api().stored()).toEqual(stored);
    const { reply, events } = await record(api(), () => update({ name: 'Ada 2' }));
    expect(expectBody(reply, 200, Agent)).toEqual({ ...before, name: 'Ada 2', status: 'inactive' });
    expect(events.map((event) => event.type)).toEqual(['agent.updated']);
  });

  it('200: a change of the name leaves the token as it is', async () => {
    const { ada, update } = await worldWithAda();
    expectBody(await update({ name: 'Ada 2', status: 'active' }), 200, Agent);
    expect((await api().request('GET', '/api/me', { token: ada.token })).status).toBe(200);
  });

  it.each([
    ['name', 'x'],
    ['name', '🤖'.repeat(100)],
    ['description', '🤖'.repeat(2_000)],
  ])('200: %s at its bound (row %$)', async (field, value) => {
    const { update } = await worldWithAda();
    expect(expectBody(await update({ [field]: value }), 200, Agent)).toMatchObject({ [field]: value });
  });

  it('400: an empty object, and no body', async () => {
    const { update } = await worldWithAda();
    await expectRejected(api(), 400, 'VALIDATION_ERROR', () => update({}));
    await expectRejected(api(), 400, 'VALIDATION_ERROR', () => update(undefined));
  });

  it('400: invalid values of each field', async () => {
    const { update } = await worldWithAda();
    await checkEachInvalid(
      api(),
      [
        ['name', null],
        ['name', ''],
        ['name', '\u00a0 '],
        ['name', 'x'.repeat(101)],
        ['name', '🤖'.repeat(101)],
        ['name', 'a\0'],
        ['name', '\udc00'],
        ['name', 1],
        ['description', 'x'.repeat(2_001)],
        ['description', 5],
        ['description', '\0'],
        ['status', null],
        ['status', 'deleted'],
        ['status', 'INACTIVE'],
        ['status', ''],
        ['status', false],
      ],
      (field, value) => update({ [field]: value }),
    );
  });

  it('400: names read-only fields, also with the values they have', async () => {
    const { update, before } = await worldWithAda();
    const { id, taskCount, lastActiveAt, createdAt } = before;
    const readOnly = { id, taskCount, lastActiveAt, createdAt, token: 'cb_agent_x' };
    await expectInvalid(api(), Object.keys(readOnly), () => update({ name: 'After', ...readOnly }));
    await expectInvalid(api(), ['teamId'], () => update({ name: 'After', teamId: before.teamId }));
    await expectInvalid(api(), ['teamId'], () => update({ name: 'After', teamId: unknownId }));
  });
});
