import { createHash } from 'node:crypto';
import { Agent, AgentWithToken, Me } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, type TestTeam, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { byKey, eventRow, expectInvalid, record } from '../support/log.ts';
import { dump } from '../support/stored.ts';
import { createWorld, unknownId } from '../support/world.ts';

const api = useApi();

const create = (team: TestTeam, body: unknown) =>
  api().request('POST', `/api/teams/${team.teamId}/agents`, { token: team.apiKey, body });

const read = async (team: TestTeam, id: string) =>
  expectBody(await api().request('GET', `/api/agents/${id}`, { token: team.apiKey }), 200, Agent);

describe('POST /api/teams/:teamId/agents', () => {
  it('201: the whole agent and its token, and one event without the token', async () => {
    const world = await createWorld(api());
    const { team } = world;
    const start = Date.now();
    const { reply, events } = await record(api(), () => create(team, { name: 'Eve', description: 'Text' }));
    const { token, ...agent } = expectBody(reply, 201, AgentWithToken);
    expect(agent).toEqual({
      id: expect.stringMatching(/^c[a-z0-9]{24}$/),
      name: 'Eve',
      description: 'Text',
      status: 'active',
      teamId: team.teamId,
      taskCount: 0,
      lastActiveAt: null,
      paused: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      tokenExpiresAt: null,
      previousTokenUntil: null,
    });
    expect(token).toMatch(/^cb_agent_[0-9A-Za-z]{36}$/);
    expect(Date.parse(agent.createdAt)).toBeGreaterThanOrEqual(start);
    expect(Date.parse(agent.createdAt)).toBeLessThanOrEqual(Date.now());
    expect(await read(team, agent.id)).toEqual(agent);
    expect(events).toEqual([
      eventRow({ reply, world, actor: byKey(world), type: 'agent.created', snapshot: agent, changes: null }),
    ]);
  });

  it('201: Location names the new agent, and the response with the token has Cache-Control: no-store', async () => {
    const { team } = await createWorld(api());
    const reply = await create(team, { name: 'Eve' });
    const { id } = expectBody(reply, 201, AgentWithToken);
    const location = new URL(reply.headers.get('location') ?? '', api().url);
    expect(location.pathname).toBe(`/api/agents/${id}`);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it('201: the token works at once', async () => {
    const { team } = await createWorld(api());
    const { token, id } = expectBody(await create(team, { name: 'Eve' }), 201, AgentWithToken);
    const me = expectBody(await api().request('GET', '/api/me', { token }), 200, Me);
    expect(me.agent?.id).toBe(id);
  });

  it('201: stores only the SHA-256 and the first characters of the token, and logs neither', async () => {
    const { team } = await createWorld(api());
    const { token, id } = expectBody(await create(team, { name: 'Eve' }), 201, AgentWithToken);
    const { rows } = await api().db.pool.query(
      `select encode(token_hash, 'hex') as hash, token_prefix as prefix from agents where id = $1`,
      [id],
    );
    expect(rows[0].hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(token.startsWith(rows[0].prefix)).toBe(true);
    expect(rows[0].prefix.length).toBeLessThan(20);
    const everything = JSON.stringify([await dump(api().db), await api().events(), api().logLines]);
    expect(everything).not.toContain(token.slice(20));
  });

  it('201: tokens differ, and two agents may have the same name', async () => {
    const { team } = await createWorld(api());
    const [first, second] = [await create(team, { name: 'Eve' }), await create(team, { name: 'Eve' })];
    const [a, b] = [expectBody(first, 201, AgentWithToken), expectBody(second, 201, AgentWithToken)];
    expect(a.id).not.toBe(b.id);
    expect(a.token).not.toBe(b.token);
  });

  it('201: null counts as absent', async () => {
    const { team } = await createWorld(api());
    const reply = await create(team, { name: 'Eve', description: null });
    expect(expectBody(reply, 201, AgentWithToken).description).toBeNull();
  });

  it.each([
    ['name', 'x'],
    ['name', 'x'.repeat(100)],
    ['name', '🤖'.repeat(100)],
    ['name', ' Eve '],
    ['description', ''],
    ['description', 'x'.repeat(2_000)],
    ['description', '🤖'.repeat(2_000)],
  ])('201: %s at its bound, stored as sent (row %$)', async (field, value) => {
    const { team } = await createWorld(api());
    const reply = await create(team, { name: 'Eve', [field]: value });
    expect(expectBody(reply, 201, AgentWithToken)).toMatchObject({ [field]: value });
  });

  it('400: invalid values of each field', async () => {
    const { team } = await createWorld(api());
    await checkEachInvalid(
      api(),
      [
        ['name', undefined],
        ['name', null],
        ['name', ''],
        ['name', ' \t\u3000'],
        ['name', 'x'.repeat(101)],
        ['name', '🤖'.repeat(101)],
        ['name', 'a\0b'],
        ['name', '\ud83e'],
        ['name', 7],
        ['name', ['Eve']],
        ['description', 'x'.repeat(2_001)],
        ['description', '🤖'.repeat(2_001)],
        ['description', '\0'],
        ['description', {}],
      ],
      (field, value) => create(team, { name: 'Eve', [field]: value }),
    );
  });

  it('400: without a body the missing name is named', async () => {
    const { team } = await createWorld(api());
    await expectInvalid(api(), ['name'], () => create(team, undefined));
  });

  it('400: names read-only fields', async () => {
    const { team } = await createWorld(api());
    const readOnly = {
      id: unknownId,
      status: 'active',
      taskCount: 0,
      lastActiveAt: null,
      createdAt: null,
      tokenExpiresAt: null,
      previousTokenUntil: null,
      token: 'cb_agent_x',
    };
    await expectInvalid(api(), Object.keys(readOnly), () => create(team, { name: 'Eve', ...readOnly }));
  });
});
