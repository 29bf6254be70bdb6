import { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, useApi } from '../harness.ts';
import { calls, claimNext, done } from '../support/tasks.ts';
import { createProject, createWorld, setAgentStatus, unknownId } from '../support/world.ts';

const api = useApi();

/** A world, whose team has a task of its own, and its lists by titles. */
async function worldWithLists() {
  const world = await createWorld(api());
  const { team } = world;
  const list = async (query: string, token = team.apiKey) => {
    const reply = await api().request('GET', `/api/teams/${team.teamId}/tasks?${query}`, { token });
    return expectBody(reply, 200, z.array(Task)).map(({ title }) => title);
  };
  const create = (title: string, fields: object = {}) => api().createTask(team, { title, ...fields });
  const post = (path: string, body: object) => api().request('POST', path, { token: team.apiKey, body });
  return { ...world, list, create, post };
}

describe('claimable=true', () => {
  it('lists for an agent what it can claim by id, and nothing else', async () => {
    const { team, ada, bob, list, create } = await worldWithLists();
    const open = await create('open');
    await create('for Ada', { assignedAgentId: ada.id });
    await create('for Bob', { assignedAgentId: bob.id });
    await create('waiting', { blockedBy: [open] });
    await done(calls(api()).claim(bob.token, await create('held')));
    await done(calls(api()).move(team.apiKey, await create('done'), 'done'));
    const exhausted = await create('exhausted');
    await api().db.pool.query(
      `update tasks set needs_attention = 'attempts_exhausted', in_queue = false where id = $1`,
      [exhausted],
    );
    expect(await list('claimable=true', ada.token)).toEqual(['for Ada', 'open']);
    expect(await list('claimable=true', bob.token)).toEqual(['for Bob', 'open']);
    expect(await list('claimable=true')).toEqual(['for Bob', 'for Ada', 'open']);
    expect(await list(`claimable=true&agentId=${ada.id}`)).toEqual(['for Ada']);
    expect(await list('claimable=true&status=in_progress', ada.token)).toEqual([]);
    expect(await list('claimable=true&archived=true', ada.token)).toEqual([]);
    expect(await list('claimable=false&status=todo', ada.token)).toHaveLength(5);
  });

  it('is what claim-next hands out', async () => {
    const { team, ada, bob, list, create } = await worldWithLists();
    const open = await create('open');
    await create('waiting', { blockedBy: [open] });
    await create('for Bob', { assignedAgentId: bob.id });
    const listed = await list('claimable=true', ada.token);
    const claimed: string[] = [];
    for (;;) {
      const reply = await claimNext(api(), ada.token, team);
      if (reply.status === 204) break;
      claimed.push(expectBody(reply, 200, Task).title);
    }
    expect(claimed.sort()).toEqual(listed.sort());
  });

  it('leaves out what is paused, and what only an agent could claim that is inactive or has no token', async () => {
    const { team, ada, bob, list, create, post } = await worldWithLists();
    await create('open');
    await create('for Bob', { assignedAgentId: bob.id });
    const projectId = await createProject(api(), team);
    await create('of the other project', { projectId });
    await post(`/api/projects/${projectId}/pause`, { reason: 'A freeze' });
    expect(await list('claimable=true')).toEqual(['for Bob', 'open']);
    await post(`/api/agents/${bob.id}/pause`, { reason: 'A check' });
    expect([await list('claimable=true'), await list('claimable=true', bob.token)]).toEqual([['open'], []]);
    await post(`/api/agents/${bob.id}/resume`, {});
    await setAgentStatus(api(), team, bob.id, 'inactive');
    expect(await list('claimable=true')).toEqual(['open']);
    // It has no token before a rotation.
    await setAgentStatus(api(), team, bob.id, 'active');
    expect(await list('claimable=true')).toEqual(['open']);
    await post(`/api/teams/${team.teamId}/pause`, { reason: 'A night' });
    expect(await list('claimable=true', ada.token)).toEqual([]);
  });

  it('goes on with the cursor, also after tasks that cannot be claimed', async () => {
    const { team, ada, create } = await worldWithLists();
    const blocker = await create('0');
    for (const title of ['1', '2', '3']) await create(title);
    await create('waiting', { blockedBy: [blocker] });
    const titles: string[] = [];
    let path: string | null = `/api/teams/${team.teamId}/tasks?claimable=true&limit=2`;
    while (path) {
      const reply = await api().request('GET', path, { token: ada.token });
      titles.push(...expectBody(reply, 200, z.array(Task)).map(({ title }) => title));
      const cursor = reply.headers.get('x-next-cursor');
      path = cursor && `/api/teams/${team.teamId}/tasks?claimable=true&limit=2&cursor=${cursor}`;
    }
    expect(titles).toEqual(['3', '2', '1', '0']);
  });
});

describe('blockedBy', () => {
  it('lists the tasks that wait for one, under the other filters', async () => {
    const { team, ada, list, create } = await worldWithLists();
    const [first, second] = [await create('first'), await create('second')];
    await create('a', { blockedBy: [first] });
    await create('b', { blockedBy: [first, second], assignedAgentId: ada.id });
    const archived = await create('c', { blockedBy: [first] });
    await done(calls(api()).move(team.apiKey, archived, 'cancelled'));
    expect(await list(`blockedBy=${first}`)).toEqual(['c', 'b', 'a']);
    expect(await list(`blockedBy=${first}&limit=1`)).toEqual(['c']);
    expect(await list(`blockedBy=${first}&limit=5&cursor=${archived}`)).toEqual(['b', 'a']);
    expect(await list(`blockedBy=${first}&status=cancelled`)).toEqual(['c']);
    expect(await list(`blockedBy=${first}&agentId=${ada.id}`)).toEqual(['b']);
    await api().request('POST', `/api/tasks/${archived}/archive`, { token: team.apiKey });
    expect(await list(`blockedBy=${first}`)).toEqual(['b', 'a']);
    expect(await list(`blockedBy=${first}&archived=true`)).toEqual(['c']);
    expect(await list(`blockedBy=${second}&claimable=true`)).toEqual([]);
    await done(calls(api()).move(team.apiKey, first, 'done'));
    expect(await list(`blockedBy=${first}&claimable=true`)).toEqual(['a']);
    expect(await list(`blockedBy=${unknownId}`)).toEqual([]);
    const other = await worldWithLists();
    expect(await other.list(`blockedBy=${first}`)).toEqual([]);
  });
});
