import { HeldTask, noticeBounds } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { readNewComments } from '../../src/features/tasks/context/read-new-comments.ts';
import { expectBody, useApi } from '../harness.ts';
import { expectRejected } from '../support/log.ts';
import { calls, done } from '../support/tasks.ts';
import { createWorld } from '../support/world.ts';

const api = useApi();

/** A task that Ada holds under a lease. */
async function held() {
  const world = await createWorld(api());
  const taskId = await api().createTask(world.team);
  await done(calls(api()).claim(world.ada.token, taskId, { body: { leaseSeconds: 600 } }));
  const comment = (body: string, token = world.team.apiKey) =>
    api().request('POST', `/api/tasks/${taskId}/comments`, { token, body: { body } });
  const beat = async (headers = {}) => {
    const reply = await calls(api()).heartbeat(world.ada.token, taskId, { headers });
    return expectBody(reply, 200, HeldTask).notices;
  };
  const bodies = async () => (await beat()).comments?.map(({ body }) => body);
  return { ...world, taskId, comment, beat, bodies };
}

describe('the comments in a heartbeat', () => {
  it('begin with one at the time of the last heartbeat, and leave one at the time of this to the next', async () => {
    const { ada, taskId, comment } = await held();
    const { createdAt } = (await comment('One')).body as { createdAt: string };
    const at = (ms: number) => new Date(Date.parse(createdAt) + ms).toISOString();
    const read = (since: string, until: string) =>
      readNewComments(api().db.pool, { taskId, agentId: ada.id, since, until });
    expect(await read(at(-1), createdAt)).toEqual([]);
    expect(await read(createdAt, at(1))).toMatchObject([{ body: 'One' }]);
  });

  it('are those by others since the claim or the last heartbeat, each once, the oldest first', async () => {
    const { ada, bob, team, taskId, comment, beat, bodies } = await held();
    expect(await beat()).toEqual({});
    await comment('One');
    await comment('Mine', ada.token);
    await comment('Two', bob.token);
    const { comments = [] } = await beat();
    expect(comments).toEqual([
      {
        id: expect.any(String),
        body: 'One',
        author: expect.objectContaining({ kind: 'key' }),
        createdAt: expect.any(String),
      },
      {
        ...{ id: expect.any(String), body: 'Two', createdAt: expect.any(String) },
        author: { kind: 'agent', id: bob.id, name: expect.any(String) },
      },
    ]);
    expect(await beat()).toEqual({});
    await comment('Three');
    expect(await bodies()).toEqual(['Three']);
    // Of another claim: what came before it is in the list of comments.
    await comment('Before');
    await done(calls(api()).release(team.apiKey, taskId));
    await done(calls(api()).claim(ada.token, taskId));
    expect(await beat()).toEqual({});
  });

  it('are at most the three newest with 4 KiB in all, of which the longest are cut and say so', async () => {
    const { comment, beat } = await held();
    for (const body of ['Old', 'ü'.repeat(1_000), '€'.repeat(1_000), 'Newest']) await comment(body);
    const { comments = [] } = await beat();
    expect(comments.map(({ body }) => body)).toEqual(['ü'.repeat(1_000), '€'.repeat(696), 'Newest']);
    expect(comments.map(({ truncated }) => truncated)).toEqual([undefined, true, undefined]);
    const bytes = comments.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
    expect(bytes).toBeLessThanOrEqual(noticeBounds.bytes);
    await comment('x'.repeat(noticeBounds.bytes));
    expect(await beat()).toMatchObject({ comments: [{ body: 'x'.repeat(noticeBounds.bytes) }] });
  });

  it('share the 4 KiB where all are long', async () => {
    const { comment, beat } = await held();
    for (const character of ['🚢', 'x', 'y']) await comment(character.repeat(5_000));
    expect((await beat()).comments).toMatchObject([
      { body: '🚢'.repeat(341), truncated: true },
      { body: 'x'.repeat(1_365), truncated: true },
      { body: 'y'.repeat(1_365), truncated: true },
    ]);
  });

  it('come again with a repetition of the request under its key, and with no other', async () => {
    const { comment, beat } = await held();
    await comment('Kept');
    const key = { 'Idempotency-Key': 'beat' };
    const first = await beat(key);
    expect(first.comments).toHaveLength(1);
    expect(await beat(key)).toEqual(first);
    expect(await beat()).toEqual({});
  });

  it('are handed out once with eight writers beside eight heartbeats, and none is lost', async () => {
    const { comment, beat } = await held();
    const got: string[] = [];
    const take = async () => {
      for (const { body } of (await beat()).comments ?? []) got.push(body);
    };
    for (let round = 0; round < 6; round += 1) {
      const sent = Array.from({ length: 3 }, (_, n) => `${round}-${n}`);
      await Promise.all([...sent.map((body) => comment(body)), take(), take(), take(), take(), take()]);
      await take();
    }
    const all = Array.from({ length: 6 }, (_, round) => [0, 1, 2].map((n) => `${round}-${n}`)).flat();
    expect(got.toSorted()).toEqual(all.toSorted());
  });
});

describe('a pause', () => {
  it('tells the holder to stop until it ends, from the widest pause', async () => {
    const { ada, team, beat } = await held();
    const pause = (path: string, reason: string) =>
      api().request('POST', `${path}/pause`, { token: team.apiKey, body: { reason } });
    await pause(`/api/agents/${ada.id}`, 'Too eager');
    expect(await beat()).toEqual({ stop: { reason: 'Too eager', source: 'agent' } });
    await pause(`/api/projects/${team.projectId}`, 'Wrong plan');
    expect(await beat()).toEqual({ stop: { reason: 'Wrong plan', source: 'project' } });
    await pause(`/api/teams/${team.teamId}`, 'All hands');
    expect(await beat()).toEqual({ stop: { reason: 'All hands', source: 'team' } });
    for (const path of [
      `/api/teams/${team.teamId}`,
      `/api/projects/${team.projectId}`,
      `/api/agents/${ada.id}`,
    ])
      await api().request('POST', `${path}/resume`, { token: team.apiKey });
    expect(await beat()).toEqual({});
  });
});

it('who does not hold the task is told nothing, and takes no comment from the holder', async () => {
  const { bob, taskId, comment, bodies } = await held();
  await comment('For Ada');
  await expectRejected(api(), 409, 'NOT_CLAIM_HOLDER', () => calls(api()).heartbeat(bob.token, taskId));
  expect(await bodies()).toEqual(['For Ada']);
});
