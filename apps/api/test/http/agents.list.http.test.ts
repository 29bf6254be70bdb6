import { Agent } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, useApi } from '../harness.ts';
import { itPages } from '../support/list-pages.ts';
import { expectInvalid, record } from '../support/log.ts';
import { calls, done } from '../support/tasks.ts';
import { createWorld, rotateToken, setAgentStatus, type World } from '../support/world.ts';

const api = useApi();
const Agents = z.array(Agent);

const list = (world: World, query = '', token = world.team.apiKey) =>
  api().request('GET', `/api/teams/${world.team.teamId}/agents${query}`, { token });

/** Without the time of the last call, which changes with every request. */
const settled = (agents: Agent[]) => agents.map((agent) => ({ ...agent, lastActiveAt: null }));

describe('GET /api/teams/:teamId/agents', () => {
  it('200: a team without agents has an empty list', async () => {
    const team = await api().createTeam();
    const reply = await api().request('GET', `/api/teams/${team.teamId}/agents`, { token: team.apiKey });
    expect(expectBody(reply, 200, Agents)).toEqual([]);
  });

  it('200: a bare array of whole agents, inactive ones included, the same for the team and its agents', async () => {
    const world = await createWorld(api());
    const { team, ada, bob } = world;
    await done(calls(api()).complete(ada.token, await api().createTask(team)));
    await setAgentStatus(api(), team, bob.id, 'inactive');
    const agents = expectBody(await list(world), 200, Agents);
    const common = {
      description: null,
      teamId: team.teamId,
      paused: null,
      createdAt: expect.any(String),
      tokenExpiresAt: null,
      previousTokenUntil: null,
    };
    expect(settled(agents).toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { ...common, id: ada.id, name: 'Ada', status: 'active', taskCount: 1, lastActiveAt: null },
      { ...common, id: bob.id, name: 'Bob', status: 'inactive', taskCount: 0, lastActiveAt: null },
    ]);
    const seenByAda = expectBody(await list(world, '', ada.token), 200, Agents);
    expect(settled(seenByAda)).toEqual(settled(agents));
  });

  it('200: each agent as it is read alone', async () => {
    const world = await createWorld(api());
    for (const agent of expectBody(await list(world), 200, Agents)) {
      const reply = await api().request('GET', `/api/agents/${agent.id}`, { token: world.team.apiKey });
      expect(expectBody(reply, 200, Agent)).toEqual(agent);
    }
  });

  it('200: 120 agents are one list, in the order in which they were created', async () => {
    const world = await createWorld(api());
    // Those that are stored first were created last.
    await api().db.pool.query(
      `insert into agents (id, team_id, name, created_at)
       select 'agent' || n || $1, $1, 'Agent', now() + n * interval '1 ms' from generate_series(118, 1, -1) as n`,
      [world.team.teamId],
    );
    const agents = expectBody(await list(world), 200, Agents);
    const ids = agents.map((agent) => agent.id);
    expect(ids.slice(0, 2).sort()).toEqual([world.ada.id, world.bob.id].sort());
    const created = Array.from({ length: 118 }, (_, index) => `agent${index + 1}${world.team.teamId}`);
    expect(ids.slice(2)).toEqual(created);
  });

  it('200: contains no token, neither of the creation nor of a rotation, and no hash', async () => {
    const world = await createWorld(api());
    const token = await rotateToken(api(), world.team, world.ada.id);
    const { text } = await list(world);
    for (const secret of [token, world.ada.token, world.bob.token])
      expect(text).not.toContain(secret.slice(9));
    expect(text).not.toMatch(/"token"|prefix|hash/i);
  });

  it('200: another team sees none of them', async () => {
    const [ours, theirs] = [await createWorld(api()), await createWorld(api())];
    const ids = expectBody(await list(theirs), 200, Agents).map((agent) => agent.id);
    expect(ids.sort()).toEqual([theirs.ada.id, theirs.bob.id].sort());
    expect(ids).not.toContain(ours.ada.id);
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

  itPages(api, 'agents', async (team) => (await api().createAgent(team)).id);
});
