import { type AttemptContext, TaskInContext } from '@crewboard/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectBody, type TestAgent, useApi } from '../harness.ts';
import { expire, leaseTo, onlyNotifiedSweeps } from '../support/leases.ts';
import { calls, claimNext, done } from '../support/tasks.ts';
import { createWorld, type World } from '../support/world.ts';

const api = useApi(onlyNotifiedSweeps);
let world: World;
let taskId: string;
beforeEach(async () => {
  world = await createWorld(api());
  taskId = await api().createTask(world.team);
});

const include = 'context';
async function contextFor(token = world.team.apiKey): Promise<AttemptContext | undefined> {
  const reply = await api().request('GET', `/api/tasks/${taskId}?include=${include}`, { token });
  return expectBody(reply, 200, TaskInContext).context;
}

async function comment(token: string, body: string): Promise<string> {
  const reply = await api().request('POST', `/api/tasks/${taskId}/comments`, { token, body: { body } });
  expect(reply.status).toBe(201);
  return (reply.body as { id: string }).id;
}

const fail = ({ token }: TestAgent, reason: string) =>
  done(calls(api()).fail(token, taskId, { body: { reason, retryAfterSeconds: 0 } }));

describe('include=context', () => {
  it('is empty for a new task, and absent unless it is included', async () => {
    expect(await contextFor()).toEqual({ lastAttempt: null, comments: [] });
    const reply = await calls(api()).get(world.team.apiKey, taskId);
    expect(reply.body).not.toHaveProperty('context');
  });

  it('has the reason of a failure, in get, claim and claim-next, beside the instructions', async () => {
    await done(calls(api()).claim(world.ada.token, taskId));
    await fail(world.ada, 'No access to the repository');
    const lastAttempt = {
      ...{ attempt: 1, agentId: world.ada.id, endedAt: expect.any(String), outcome: 'failed' },
      ...{ reason: 'No access to the repository', result: null },
    };
    expect(await contextFor()).toEqual({ lastAttempt, comments: [] });
    const body = { include: 'instructions,context' };
    const claimed = expectBody(
      await calls(api()).claim(world.bob.token, taskId, { body }),
      200,
      TaskInContext,
    );
    expect(claimed).toMatchObject({ attempt: 2, instructions: null, context: { lastAttempt, comments: [] } });
    // While the second attempt lasts, the first one is the last that has ended.
    expect((await contextFor(world.bob.token))?.lastAttempt?.attempt).toBe(1);
    await fail(world.bob, 'Still none');
    const next = expectBody(
      await claimNext(api(), world.ada.token, world.team, { include }),
      200,
      TaskInContext,
    );
    expect(next.context?.lastAttempt).toMatchObject({
      attempt: 2,
      agentId: world.bob.id,
      reason: 'Still none',
    });
  });

  it.each<[string, string, string | null, string | null, () => Promise<unknown>]>([
    [
      'a release',
      'released',
      'Not mine',
      null,
      () => done(calls(api()).release(world.ada.token, taskId, { body: { reason: 'Not mine' } })),
    ],
    ['an expired lease', 'expired', null, null, () => expire(api(), taskId)],
    [
      'a completion that is to be done again',
      'completed',
      null,
      'The first version',
      async () => {
        await done(calls(api()).complete(world.ada.token, taskId, { body: { result: 'The first version' } }));
        await done(calls(api()).move(world.team.apiKey, taskId, 'todo'));
      },
    ],
    [
      'a move by a key',
      'moved',
      null,
      null,
      () => done(calls(api()).move(world.team.apiKey, taskId, 'cancelled')),
    ],
  ])('has how the attempt ended: %s', async (_, outcome, reason, result, end) => {
    await leaseTo(api(), world.ada, taskId);
    await end();
    expect((await contextFor())?.lastAttempt).toMatchObject({ attempt: 1, outcome, reason, result });
  });

  it('has no result of an attempt before the last one', async () => {
    await done(calls(api()).complete(world.ada.token, taskId, { body: { result: 'The first version' } }));
    await done(calls(api()).move(world.team.apiKey, taskId, 'todo'));
    await done(calls(api()).claim(world.bob.token, taskId));
    await fail(world.bob, 'No');
    expect((await contextFor())?.lastAttempt).toMatchObject({ attempt: 2, outcome: 'failed', result: null });
  });

  it('cuts reason and result at 1.5 KiB each, in whole characters, and says so', async () => {
    await done(calls(api()).complete(world.ada.token, taskId, { body: { result: '€'.repeat(513) } }));
    await done(calls(api()).move(world.team.apiKey, taskId, 'todo'));
    expect((await contextFor())?.lastAttempt).toMatchObject({ result: '€'.repeat(512), truncated: true });
    await done(calls(api()).claim(world.bob.token, taskId));
    await fail(world.bob, `x${'€'.repeat(600)}`);
    expect((await contextFor())?.lastAttempt).toMatchObject({
      reason: `x${'€'.repeat(511)}`,
      truncated: true,
    });
    await done(calls(api()).claim(world.bob.token, taskId));
    await fail(world.bob, '€'.repeat(512));
    const whole = (await contextFor())?.lastAttempt;
    expect(whole?.reason).toBe('€'.repeat(512));
    expect(whole).not.toHaveProperty('truncated');
  });

  it('has the newest three comments by others, the oldest first, each of at most 1 KiB', async () => {
    const bodies = ['One', 'Two', 'Three', '€'.repeat(400)];
    const ids = [];
    for (const body of bodies) ids.push(await comment(world.bob.token, body));
    const own = await comment(world.ada.token, 'Of Ada');
    const author = { kind: 'agent', id: world.bob.id, name: 'Bob' };
    expect((await contextFor(world.ada.token))?.comments).toEqual([
      { id: ids[1], body: 'Two', author, createdAt: expect.any(String) },
      { id: ids[2], body: 'Three', author, createdAt: expect.any(String) },
      { id: ids[3], body: '€'.repeat(341), author, createdAt: expect.any(String), truncated: true },
    ]);
    const forBob = (await contextFor(world.bob.token))?.comments.map(({ id }) => id);
    expect(forBob).toEqual([own]);
    const ofKey = await comment(world.team.apiKey, 'Of the key');
    expect((await contextFor())?.comments.map(({ id }) => id)).toEqual([ids[2], ids[3], own]);
    expect((await contextFor(world.ada.token))?.comments.map(({ id }) => id)).toEqual([
      ids[2],
      ids[3],
      ofKey,
    ]);
  });

  it('is read again with a repetition under an Idempotency-Key, which keeps none of it', async () => {
    const send = () =>
      calls(api()).claim(world.ada.token, taskId, {
        body: { include },
        headers: { 'Idempotency-Key': `claim-${taskId}` },
      });
    expect(expectBody(await send(), 200, TaskInContext).context?.comments).toEqual([]);
    const id = await comment(world.bob.token, 'Mind the gap');
    const again = await send();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(expectBody(again, 200, TaskInContext).context?.comments).toMatchObject([{ id }]);
  });

  it('changes neither the ETag nor the version', async () => {
    const etagOf = async (query: string) =>
      (await api().request('GET', `/api/tasks/${taskId}${query}`, { token: world.team.apiKey })).headers.get(
        'etag',
      );
    expect(await etagOf('?include=context')).toBe(await etagOf(''));
  });
});
