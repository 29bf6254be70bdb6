import { Agent, Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, expectProblem, type TestAgent, useApi } from '../harness.ts';
import { calls, readTask, taskIn } from '../support/tasks.ts';
import { expectTokenRevokedBy, works } from '../support/tokens.ts';
import { createWorld, rotateToken, setAgentStatus, type World } from '../support/world.ts';

const api = useApi();

const setStatus = (world: World, agent: TestAgent, status: string) =>
  api().request('PATCH', `/api/agents/${agent.id}`, { token: world.team.apiKey, body: { status } });

describe('PATCH /api/agents/:agentId, status and token', () => {
  it('200: deactivation invalidates the token at once, for every operation, and no other token', async () => {
    const world = await createWorld(api());
    const { team, ada, bob } = world;
    const taskId = await api().createTask(team);
    expectBody(await setStatus(world, ada, 'inactive'), 200, Agent);
    const before = await api().stored();
    for (const [method, path] of [
      ['GET', `/api/teams/${team.teamId}/tasks`],
      ['GET', `/api/tasks/${taskId}`],
      ['POST', `/api/tasks/${taskId}/claim`],
      ['POST', `/api/tasks/${taskId}/complete`],
    ] as const) {
      expectProblem(await api().request(method, path, { token: ada.token }), 401, 'UNAUTHENTICATED');
    }
    expect(await api().stored()).toEqual(before);
    expect(await works(api(), bob.token)).toBe(true);
    expect(await works(api(), team.apiKey)).toBe(true);
  });

  it('200: every request that starts after the response gets 401, on each replica, with 100 in flight', async () => {
    const world = await createWorld(api());
    await expectTokenRevokedBy(api(), world.ada.token, () => setStatus(world, world.ada, 'inactive'));
  });

  it('200: deactivation does not change the tasks and the taskCount of the agent', async () => {
    const world = await createWorld(api());
    const ids: string[] = [];
    for (const situation of ['todo for Ada', 'held by Ada', 'completed by Ada'] as const) {
      ids.push(await taskIn(api(), world, situation));
    }
    const before = await Promise.all(ids.map((id) => readTask(api(), world, id)));
    const agent = expectBody(await setStatus(world, world.ada, 'inactive'), 200, Agent);
    expect(agent).toMatchObject({ status: 'inactive', taskCount: 1 });
    expect(await Promise.all(ids.map((id) => readTask(api(), world, id)))).toEqual(before);
  });

  it('200: reactivation does not restore the token; a rotation issues a new one, and the claim continues', async () => {
    const world = await createWorld(api());
    const { team, ada } = world;
    const taskId = await taskIn(api(), world, 'held by Ada');
    expectBody(await setStatus(world, ada, 'inactive'), 200, Agent);
    expectBody(await setStatus(world, ada, 'active'), 200, Agent);
    expect(await works(api(), ada.token)).toBe(false);
    const token = await rotateToken(api(), team, ada.id);
    expect(await works(api(), ada.token)).toBe(false);
    const task = expectBody(await calls(api()).complete(token, taskId), 200, Task);
    expect(task).toMatchObject({ status: 'done', assignedAgentId: ada.id });
  });

  it('200: deactivation also invalidates a rotated token', async () => {
    const { team, ada } = await createWorld(api());
    const token = await rotateToken(api(), team, ada.id);
    await setAgentStatus(api(), team, ada.id, 'inactive');
    await setAgentStatus(api(), team, ada.id, 'active');
    expect(await works(api(), token)).toBe(false);
  });

  it('200: 20 concurrent deactivations cause one change and one event', async () => {
    const world = await createWorld(api());
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => setStatus(world, world.ada, 'inactive')),
    );
    for (const reply of replies) expect(expectBody(reply, 200, Agent).status).toBe('inactive');
    const types = (await api().events(world.ada.id)).map((event) => event.type);
    expect(types).toEqual(['agent.created', 'agent.deactivated']);
  });
});
