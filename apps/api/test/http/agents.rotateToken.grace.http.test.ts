import { Agent, AgentWithToken, Me } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { expireIn, inSeconds } from '../support/expiry.ts';
import { byKey, eventRow, expectInvalid, record } from '../support/log.ts';
import { expectTokenRevokedBy, works } from '../support/tokens.ts';
import { createWorld, setAgentStatus, type World } from '../support/world.ts';

const api = useApi();

const rotate = ({ team, ada }: World, body?: unknown) =>
  api().request('POST', `/api/agents/${ada.id}/rotate-token`, { token: team.apiKey, body });

const rotated = async (world: World, body?: unknown) =>
  expectBody(await rotate(world, body), 200, AgentWithToken);

const readAda = async ({ team, ada }: World) =>
  expectBody(await api().request('GET', `/api/agents/${ada.id}`, { token: team.apiKey }), 200, Agent);

const endGrace = ({ ada }: World) =>
  api().owner.query(
    `update agents set previous_token_until = date_trunc('milliseconds', clock_timestamp()) where id = $1`,
    [ada.id],
  );

const working = (...tokens: string[]) => Promise.all(tokens.map((token) => works(api(), token)));

describe('POST /api/agents/:agentId/rotate-token with graceSeconds', () => {
  it('200: both tokens are valid until the grace is over, then only the new one', async () => {
    const world = await createWorld(api());
    const start = Date.now();
    const { reply, events } = await record(api(), () => rotate(world, { graceSeconds: 86_400 }));
    const { token, ...agent } = expectBody(reply, 200, AgentWithToken);
    const until = Date.parse(agent.previousTokenUntil ?? '');
    expect(until).toBeGreaterThanOrEqual(start + 86_400_000);
    expect(until).toBeLessThanOrEqual(Date.now() + 86_400_000);
    expect(events).toEqual([
      eventRow({
        reply,
        world,
        actor: byKey(world),
        type: 'agent.token_rotated',
        snapshot: agent,
        changes: { previousTokenUntil: { before: null, after: agent.previousTokenUntil } },
      }),
    ]);
    expect(await working(world.ada.token, token)).toEqual([true, true]);
    const me = expectBody(await api().request('GET', '/api/me', { token: world.ada.token }), 200, Me);
    expect(me.agent?.id).toBe(world.ada.id);
    await endGrace(world);
    expect(await working(world.ada.token, token)).toEqual([false, true]);
    expect((await readAda(world)).previousTokenUntil).toBeNull();
  });

  it.each([undefined, {}, { graceSeconds: 0 }, { graceSeconds: null, expiresAt: null }])(
    '200: the old token ends at once with the body %j',
    async (body) => {
      const world = await createWorld(api());
      const { token, ...agent } = await rotated(world, body);
      expect(agent).toMatchObject({ previousTokenUntil: null, tokenExpiresAt: null });
      expect(await working(world.ada.token, token)).toEqual([false, true]);
    },
  );

  it('200: another rotation ends the previous token at once, and its own grace is for the current one', async () => {
    const world = await createWorld(api());
    const first = (await rotated(world, { graceSeconds: 3_600 })).token;
    const second = (await rotated(world, { graceSeconds: 3_600 })).token;
    expect(await working(world.ada.token, first, second)).toEqual([false, true, true]);
    const third = (await rotated(world)).token;
    expect(await working(first, second, third)).toEqual([false, false, true]);
  });

  it('200: after a rotation without a grace, every request with either token gets 401, with 100 in flight', async () => {
    const world = await createWorld(api());
    await rotated(world, { graceSeconds: 3_600 });
    await expectTokenRevokedBy(api(), world.ada.token, () => rotate(world));
  });

  it('200: after 8 rotations at once, one current and one previous token are valid', async () => {
    const world = await createWorld(api());
    const agents = await Promise.all(
      Array.from({ length: 8 }, () => rotated(world, { graceSeconds: 3_600 })),
    );
    const valid = await working(world.ada.token, ...agents.map(({ token }) => token));
    expect(valid.filter(Boolean)).toHaveLength(2);
    const { rows } = await api().owner.query(
      `select distinct encode(hash, 'hex') as hash from agents, unnest(array[token_hash, previous_token_hash]) as hash
       where id = $1 and hash is not null`,
      [world.ada.id],
    );
    expect(rows).toHaveLength(2);
  });

  it('200: deactivation ends both tokens, and reactivation revives neither', async () => {
    const world = await createWorld(api());
    const { token } = await rotated(world, { graceSeconds: 3_600, expiresAt: inSeconds(3_600) });
    await setAgentStatus(api(), world.team, world.ada.id, 'inactive');
    expect(await readAda(world)).toMatchObject({ tokenExpiresAt: null, previousTokenUntil: null });
    expect(await working(world.ada.token, token)).toEqual([false, false]);
    await setAgentStatus(api(), world.team, world.ada.id, 'active');
    expect(await working(world.ada.token, token)).toEqual([false, false]);
    const next = await rotated(world, { graceSeconds: 3_600 });
    expect(next.previousTokenUntil).toBeNull();
    expect(await working(world.ada.token, token, next.token)).toEqual([false, false, true]);
  });

  it('200: the previous token is valid no longer than until it expires', async () => {
    const world = await createWorld(api());
    const expiresAt = inSeconds(600);
    await rotated(world, { expiresAt });
    expect((await rotated(world, { graceSeconds: 3_600 })).previousTokenUntil).toBe(expiresAt);
  });

  it('400: invalid graceSeconds, and both tokens stay', async () => {
    const world = await createWorld(api());
    const { token } = await rotated(world, { graceSeconds: 3_600 });
    await checkEachInvalid(
      api(),
      [...[-1, 1.5, 86_401, '60', true].map((value) => ['graceSeconds', value] as const)],
      (field, value) => rotate(world, { [field]: value }),
    );
    expect(await working(world.ada.token, token)).toEqual([true, true]);
  });
});

describe('expiresAt of a token', () => {
  const create = ({ team }: World, expiresAt: unknown) =>
    api().request('POST', `/api/teams/${team.teamId}/agents`, {
      token: team.apiKey,
      body: { name: 'Eve', expiresAt },
    });

  it('201 and 200: is in every response with the agent and in the event, and null without one', async () => {
    const world = await createWorld(api());
    const expiresAt = inSeconds(3_600);
    const { reply, events } = await record(api(), () => create(world, expiresAt));
    const { token, ...agent } = expectBody(reply, 201, AgentWithToken);
    expect(agent.tokenExpiresAt).toBe(expiresAt);
    expect(events[0]?.snapshot).toEqual(agent);
    const me = expectBody(await api().request('GET', '/api/me', { token }), 200, Me);
    expect(me.agent?.tokenExpiresAt).toBe(expiresAt);
    expect(expectBody(await create(world, null), 201, AgentWithToken).tokenExpiresAt).toBeNull();
    expect((await rotated(world, { expiresAt })).tokenExpiresAt).toBe(expiresAt);
    expect((await rotated(world)).tokenExpiresAt).toBeNull();
  });

  it('the token is valid until then by the clock of the database, and a rotation issues one that works', async () => {
    const world = await createWorld(api());
    const { token } = await rotated(world, { expiresAt: inSeconds(3_600) });
    await expireIn(api().db.pool, 'agents', world.ada.id, '1 minute');
    expect(await working(token)).toEqual([true]);
    await expireIn(api().db.pool, 'agents', world.ada.id, '0');
    expect(await working(token)).toEqual([false]);
    const next = await rotated(world, { graceSeconds: 3_600 });
    expect(next.previousTokenUntil).toBeNull();
    expect(await working(token, next.token)).toEqual([false, true]);
  });

  it.each([
    ...['2020-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '2100-01-01', '2100-01-01T00:00:00+02:00'],
    ...['tomorrow', '', 4_102_444_800_000, true],
  ])('400: %j', async (expiresAt) => {
    const world = await createWorld(api());
    await expectInvalid(api(), ['expiresAt'], () => create(world, expiresAt));
    await expectInvalid(api(), ['expiresAt'], () => rotate(world, { expiresAt }));
  });
});
