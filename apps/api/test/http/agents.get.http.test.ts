import { Agent, AgentWithToken } from '@crewboard/contracts';
import { describe, expect, it, vi } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { record } from '../support/log.ts';
import { createWorld, rotateToken, setAgentStatus } from '../support/world.ts';

const api = useApi();

const get = (id: string, token: string) => api().request('GET', `/api/agents/${id}`, { token });
const read = async (id: string, token: string) => expectBody(await get(id, token), 200, Agent);

/** Counts how often the rows of agents are written from now on. */
async function countWrites(): Promise<() => Promise<number>> {
  await api().owner.query(`
    create table writes (at timestamptz not null default clock_timestamp());
    create function count_write() returns trigger language plpgsql as
      $$ begin insert into writes default values; return null; end $$;
    create trigger count_writes after update on agents for each row execute function count_write();`);
  return async () => (await api().db.pool.query('select from writes')).rowCount ?? 0;
}

describe('GET /api/agents/:agentId', () => {
  it('200: the agent as it was created, for the team, itself and its colleagues', async () => {
    const { team, ada, bob } = await createWorld(api());
    const reply = await api().request('POST', `/api/teams/${team.teamId}/agents`, {
      token: team.apiKey,
      body: { name: 'Eve 🤖', description: 'Line 1\nLine 2' },
    });
    const { token, ...agent } = expectBody(reply, 201, AgentWithToken);
    for (const reader of [team.apiKey, ada.token, bob.token]) {
      expect(await read(agent.id, reader)).toEqual(agent);
    }
    expect(await read(agent.id, token)).toMatchObject({ id: agent.id, name: 'Eve 🤖' });
  });

  it('200: an inactive agent', async () => {
    const { team, ada } = await createWorld(api());
    await setAgentStatus(api(), team, ada.id, 'inactive');
    expect(await read(ada.id, team.apiKey)).toMatchObject({ id: ada.id, status: 'inactive' });
  });

  it('200: never the token, nor its hash', async () => {
    const { team, ada } = await createWorld(api());
    const token = await rotateToken(api(), team, ada.id);
    for (const reader of [team.apiKey, token]) {
      const { text } = await get(ada.id, reader);
      expect(text).not.toContain(token.slice(9));
      expect(text).not.toMatch(/"token"|prefix|hash/i);
    }
  });

  it('200: reading stores nothing and writes no event', async () => {
    const { ada, bob } = await createWorld(api());
    const before = await api().stored();
    const { events } = await record(api(), () => get(ada.id, bob.token));
    expect(events).toEqual([]);
    expect(await api().stored()).toEqual(before);
  });

  it('200: lastActiveAt is null before the first call and shows a call within a second of it', async () => {
    const { team, ada } = await createWorld(api());
    expect((await read(ada.id, team.apiKey)).lastActiveAt).toBeNull();
    const start = Date.now();
    await api().request('GET', `/api/teams/${team.teamId}/tasks`, { token: ada.token });
    const end = Date.now();
    await vi.waitFor(
      async () => {
        const { lastActiveAt } = await read(ada.id, team.apiKey);
        const time = Date.parse(lastActiveAt ?? '');
        expect(time).toBeGreaterThanOrEqual(start);
        expect(time).toBeLessThanOrEqual(end);
      },
      { timeout: 60_000, interval: 20 },
    );
  });

  it('200: lastActiveAt shows rejected calls too', async () => {
    const { team, ada, bob } = await createWorld(api());
    const eve = await api().createAgent(team, 'Eve');
    const rejected = [
      await api().request('POST', '/api/tasks/unknown/claim', { token: ada.token, body: { x: 1 } }),
      await api().request('POST', '/api/agents/unknown/rotate-token', { token: bob.token }),
      await api().request('GET', '/api/tasks/unknown', { token: eve.token }),
    ];
    expect(rejected.map((reply) => reply.status)).toEqual([400, 403, 404]);
    await vi.waitFor(
      async () => {
        for (const { id } of [ada, bob, eve])
          expect((await read(id, team.apiKey)).lastActiveAt).not.toBeNull();
      },
      { timeout: 60_000, interval: 20 },
    );
  });

  it('200: lastActiveAt advances with each call', async () => {
    const { ada } = await createWorld(api());
    let last = 0;
    for (let call = 0; call < 2; call += 1) {
      const start = Date.now();
      await vi.waitFor(
        async () => {
          const time = Date.parse((await read(ada.id, ada.token)).lastActiveAt ?? '');
          expect(time).toBeGreaterThanOrEqual(start);
          expect(time).toBeGreaterThan(last);
          last = time;
        },
        { timeout: 60_000, interval: 20 },
      );
    }
  });

  it('200: lastActiveAt changes only for the agent that called, and not for calls with the key', async () => {
    const { team, ada, bob } = await createWorld(api());
    await read(bob.id, team.apiKey);
    await read(bob.id, ada.token);
    await vi.waitFor(async () => expect((await read(ada.id, team.apiKey)).lastActiveAt).not.toBeNull(), {
      timeout: 60_000,
    });
    expect((await read(bob.id, team.apiKey)).lastActiveAt).toBeNull();
  });

  it('200: 100 reads of an agent cause a few writes, not one each', async () => {
    const { team, ada } = await createWorld(api());
    await api().activity.flush();
    const writes = await countWrites();
    const start = Date.now();
    let startOfLast = start;
    for (let round = 0; round < 10; round += 1) {
      startOfLast = Date.now();
      await Promise.all(Array.from({ length: 10 }, () => read(ada.id, ada.token)));
    }
    await vi.waitFor(
      async () => {
        const { lastActiveAt } = await read(ada.id, team.apiKey);
        expect(Date.parse(lastActiveAt ?? '')).toBeGreaterThanOrEqual(startOfLast);
      },
      { timeout: 60_000 },
    );
    expect(await writes()).toBeGreaterThan(0);
    // One each half second, and the last.
    expect(await writes()).toBeLessThanOrEqual((Date.now() - start) / 500 + 1);
  });
});
