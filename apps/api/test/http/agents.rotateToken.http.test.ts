import { createHash } from 'node:crypto';
import { Agent, AgentWithToken, Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { byKey, eventRow, expectInvalid, record } from '../support/log.ts';
import { dump } from '../support/stored.ts';
import { calls, taskIn } from '../support/tasks.ts';
import { expectTokenRevokedBy, works } from '../support/tokens.ts';
import { createWorld, setAgentStatus, type World } from '../support/world.ts';

const api = useApi();

const rotate = (
  world: World,
  extra: { body?: unknown; rawBody?: string; headers?: Record<string, string> } = {},
) =>
  api().request('POST', `/api/agents/${world.ada.id}/rotate-token`, { token: world.team.apiKey, ...extra });

describe('POST /api/agents/:agentId/rotate-token', () => {
  it('200: the whole agent with its new token, and one event without it', async () => {
    const world = await createWorld(api());
    const path = `/api/agents/${world.ada.id}`;
    const read = async () =>
      expectBody(await api().request('GET', path, { token: world.team.apiKey }), 200, Agent);
    const before = await read();
    const { reply, events } = await record(api(), () => rotate(world));
    const { token, ...agent } = expectBody(reply, 200, AgentWithToken);
    expect(agent).toEqual(before);
    expect(await read()).toEqual(before);
    expect(token).toMatch(/^cb_agent_[0-9A-Za-z]{36}$/);
    expect(token).not.toBe(world.ada.token);
    expect(events).toEqual([
      eventRow({
        reply,
        world,
        actor: byKey(world),
        type: 'agent.token_rotated',
        snapshot: agent,
        changes: null,
      }),
    ]);
  });

  it('200: the response with the token has Cache-Control: no-store', async () => {
    const world = await createWorld(api());
    const reply = await rotate(world);
    expectBody(reply, 200, AgentWithToken);
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it('200: the old token is invalid at once, the new one works, and other tokens are unchanged', async () => {
    const world = await createWorld(api());
    const { team, ada, bob } = world;
    const first = expectBody(await rotate(world), 200, AgentWithToken).token;
    expect([await works(api(), ada.token), await works(api(), first)]).toEqual([false, true]);
    const second = expectBody(await rotate(world), 200, AgentWithToken).token;
    expect([await works(api(), first), await works(api(), second)]).toEqual([false, true]);
    expect([await works(api(), bob.token), await works(api(), team.apiKey)]).toEqual([true, true]);
  });

  it('200: every request that starts after the response gets 401, on each replica, with 100 in flight', async () => {
    const world = await createWorld(api());
    await expectTokenRevokedBy(api(), world.ada.token, () => rotate(world));
  });

  it('200: stores only the SHA-256 and the first characters of the token, and logs neither', async () => {
    const world = await createWorld(api());
    const { token, id } = expectBody(await rotate(world), 200, AgentWithToken);
    const { rows } = await api().db.pool.query(
      `select encode(token_hash, 'hex') as hash, token_prefix as prefix from agents where id = $1`,
      [id],
    );
    expect(rows[0].hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(token.startsWith(rows[0].prefix)).toBe(true);
    const everything = JSON.stringify([await dump(api().db), await api().events(), api().logLines]);
    expect(everything).not.toContain(token.slice(20));
  });

  it('200: the agent keeps the task that it holds and completes it with the new token', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'held by Ada');
    const { token } = expectBody(await rotate(world), 200, AgentWithToken);
    const task = expectBody(await calls(api()).complete(token, taskId), 200, Task);
    expect(task.assignedAgentId).toBe(world.ada.id);
  });

  it('200: the token of an inactive agent works only after its reactivation', async () => {
    const world = await createWorld(api());
    const { team, ada } = world;
    await setAgentStatus(api(), team, ada.id, 'inactive');
    const { token, status } = expectBody(await rotate(world), 200, AgentWithToken);
    expect(status).toBe('inactive');
    expect(await works(api(), token)).toBe(false);
    await setAgentStatus(api(), team, ada.id, 'active');
    expect(await works(api(), token)).toBe(true);
    expect(await works(api(), ada.token)).toBe(false);
  });

  it('200: accepts an absent body, an empty one with Content-Type, and an empty object', async () => {
    const world = await createWorld(api());
    const headers = { 'Content-Type': 'application/json' };
    for (const extra of [{}, { headers }, { headers, rawBody: '' }, { body: {} }]) {
      expectBody(await rotate(world, extra), 200, AgentWithToken);
    }
  });

  it('200: one token remains after 20 concurrent rotations, and each rotation is in the log', async () => {
    const world = await createWorld(api());
    const replies = await Promise.all(Array.from({ length: 20 }, () => rotate(world)));
    const tokens = replies.map((reply) => expectBody(reply, 200, AgentWithToken).token);
    expect(new Set(tokens).size).toBe(20);
    const living = await Promise.all(tokens.map((token) => works(api(), token)));
    expect(living.filter(Boolean)).toHaveLength(1);
    const events = await api().events(world.ada.id);
    expect(events.filter((event) => event.type === 'agent.token_rotated')).toHaveLength(20);
  });

  it('400: names a field in the body, and the token remains valid', async () => {
    const world = await createWorld(api());
    await expectInvalid(api(), ['x'], () => rotate(world, { body: { x: 1 } }));
    expect(await works(api(), world.ada.token)).toBe(true);
  });
});
