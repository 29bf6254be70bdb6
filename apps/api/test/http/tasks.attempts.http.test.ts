import { TaskAttempt } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { expire, leaseTo, onlyNotifiedSweeps, setMaxAttempts } from '../support/leases.ts';
import { calls, done } from '../support/tasks.ts';
import { createWorld, unknownId, type World } from '../support/world.ts';

const api = useApi(onlyNotifiedSweeps);

async function attemptsOf({ team }: World, taskId: string): Promise<TaskAttempt[]> {
  return expectBody(await calls(api()).attempts(team.apiKey, taskId), 200, z.array(TaskAttempt));
}

/** When the events of the task happened. */
async function timesOf(taskId: string): Promise<string[]> {
  const { rows } = await api().db.pool.query<{ at: string }>(
    'select created_at as at from events where subject_id = $1 order by xid, id',
    [taskId],
  );
  return rows.map(({ at }) => at);
}

describe('GET /api/tasks/:taskId/attempts', () => {
  it('200: is empty before the first claim', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team, { assignedAgentId: world.ada.id });
    expect(await attemptsOf(world, taskId)).toEqual([]);
  });

  it('200: shows a claim that lasts, to keys and to agents', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await done(calls(api()).claim(world.ada.token, taskId));
    const startedAt = (await timesOf(taskId))[1];
    const attempts = await attemptsOf(world, taskId);
    expect(attempts).toEqual([
      {
        attempt: 1,
        agentId: world.ada.id,
        startedAt,
        endedAt: null,
        outcome: null,
        reason: null,
      },
    ]);
    const byBob = await calls(api()).attempts(world.bob.token, taskId);
    expect(expectBody(byBob, 200, z.array(TaskAttempt))).toEqual(attempts);
  });

  it('200: says why each ended, also in the minimal response', async () => {
    const world = await createWorld(api());
    const { team, ada } = world;
    const taskId = await api().createTask(team);
    await done(calls(api()).claim(ada.token, taskId));
    await done(calls(api()).release(ada.token, taskId, { body: { reason: 'Too hard' } }));
    const reply = await api().request('GET', `/api/tasks/${taskId}/attempts`, {
      token: team.apiKey,
      headers: { Prefer: 'return=minimal' },
    });
    expect(reply.body).toMatchObject([{ attempt: 1, outcome: 'released', reason: 'Too hard' }]);
  });

  it('200: tells how each claim ended, the newest first', async () => {
    const world = await createWorld(api());
    const { team, ada, bob } = world;
    const { claim, complete, move, release, update } = calls(api());
    const taskId = await api().createTask(team);
    await done(claim(ada.token, taskId));
    await done(release(ada.token, taskId, { body: { reason: 'Too hard' } }));
    await leaseTo(api(), bob, taskId);
    await expire(api(), taskId);
    await done(claim(ada.token, taskId));
    await done(move(team.apiKey, taskId, 'cancelled'));
    await done(move(team.apiKey, taskId, 'todo'));
    await done(claim(ada.token, taskId));
    await done(update(team.apiKey, taskId, { assignedAgentId: bob.id }));
    await done(complete(bob.token, taskId, { body: { result: 'Done' } }));
    const times = await timesOf(taskId);
    const at = (event: number) => times[event];
    const [byAda, byBob] = [{ agentId: ada.id }, { agentId: bob.id }];
    expect(await attemptsOf(world, taskId)).toEqual([
      { ...byBob, attempt: 5, startedAt: at(9), endedAt: at(10), outcome: 'completed', reason: null },
      { ...byAda, attempt: 4, startedAt: at(8), endedAt: at(9), outcome: 'reassigned', reason: null },
      { ...byAda, attempt: 3, startedAt: at(5), endedAt: at(6), outcome: 'moved', reason: null },
      { ...byBob, attempt: 2, startedAt: at(3), endedAt: at(4), outcome: 'expired', reason: null },
      { ...byAda, attempt: 1, startedAt: at(1), endedAt: at(2), outcome: 'released', reason: 'Too hard' },
    ]);
  });

  it('200: a completion without a claim is an attempt that ends as it starts', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await done(calls(api()).complete(world.ada.token, taskId));
    const startedAt = (await timesOf(taskId))[1];
    expect(await attemptsOf(world, taskId)).toEqual([
      {
        attempt: 1,
        agentId: world.ada.id,
        startedAt,
        endedAt: startedAt,
        outcome: 'completed',
        reason: null,
      },
    ]);
  });

  it('200: a claim that a move or an assignment started is an attempt of the assignee', async () => {
    const world = await createWorld(api());
    const { team, ada } = world;
    const assigned = await api().createTask(team, { assignedAgentId: ada.id });
    await done(calls(api()).move(team.apiKey, assigned, 'in_progress'));
    const moved = await api().createTask(team);
    await done(calls(api()).move(team.apiKey, moved, 'in_progress'));
    await done(calls(api()).update(team.apiKey, moved, { assignedAgentId: ada.id }));
    for (const taskId of [assigned, moved]) {
      const at = (await timesOf(taskId)).at(-1);
      expect(await attemptsOf(world, taskId)).toMatchObject([
        { attempt: 1, agentId: ada.id, startedAt: at, endedAt: null, outcome: null },
      ]);
      await done(calls(api()).update(team.apiKey, taskId, { assignedAgentId: null }));
      expect(await attemptsOf(world, taskId)).toMatchObject([{ attempt: 1, outcome: 'reassigned' }]);
    }
  });

  it('200: changes of other fields and comments during a claim neither end it nor start another', async () => {
    const world = await createWorld(api());
    const { team, ada } = world;
    const taskId = await api().createTask(team);
    await done(calls(api()).claim(ada.token, taskId));
    const startedAt = (await timesOf(taskId)).at(-1);
    await done(calls(api()).update(ada.token, taskId, { title: 'Better', description: 'x'.repeat(50_000) }));
    await api().createComment(team, taskId);
    await done(calls(api()).update(team.apiKey, taskId, { priority: 'high', assignedAgentId: ada.id }));
    await done(calls(api()).complete(ada.token, taskId, { body: { result: 'x'.repeat(50_000) } }));
    const endedAt = (await timesOf(taskId)).at(-1);
    expect(await attemptsOf(world, taskId)).toMatchObject([
      { attempt: 1, startedAt, endedAt, outcome: 'completed' },
    ]);
    await done(calls(api()).update(team.apiKey, taskId, { title: 'After the end' }));
    expect(await attemptsOf(world, taskId)).toMatchObject([{ attempt: 1, endedAt }]);
  });

  it('200: pages by limit and cursor, each attempt once', async () => {
    const world = await createWorld(api());
    await setMaxAttempts(api(), world, null);
    const taskId = await api().createTask(world.team);
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      await done(calls(api()).claim(world.ada.token, taskId));
      if (attempt < 7) await done(calls(api()).release(world.ada.token, taskId));
    }
    const pages: number[][] = [];
    let query: string | null = '?limit=3';
    while (query) {
      const reply = await calls(api()).attempts(world.team.apiKey, taskId, query);
      pages.push(expectBody(reply, 200, z.array(TaskAttempt)).map(({ attempt }) => attempt));
      const next: string | null = reply.headers.get('x-next-cursor');
      if (next) expect(reply.headers.get('link')).toContain(`cursor=${encodeURIComponent(next)}`);
      query = next && `?limit=3&cursor=${encodeURIComponent(next)}`;
      // A claim meanwhile is newer than all pages that follow.
      if (pages.length === 1) {
        await done(calls(api()).release(world.ada.token, taskId));
        await done(calls(api()).claim(world.ada.token, taskId));
      }
    }
    expect(pages).toEqual([[7, 6, 5], [4, 3, 2], [1]]);
  });

  it.each(['x', '0', '-1', '1.5', '99999999999999999999', '', "1'", '%00'])(
    '400: the cursor "%s", that no response had',
    async (cursor) => {
      const world = await createWorld(api());
      const taskId = await api().createTask(world.team);
      const reply = await calls(api()).attempts(world.team.apiKey, taskId, `?cursor=${cursor}`);
      expect(reply.status, reply.text).toBe(400);
    },
  );

  it('400: a cursor that is no attempt of this task, but 200 with nothing after its first one', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    const list = (cursor: number) => calls(api()).attempts(world.team.apiKey, taskId, `?cursor=${cursor}`);
    expectProblem(await list(1), 400, 'INVALID_CURSOR');
    await done(calls(api()).claim(world.ada.token, taskId));
    expect(expectBody(await list(1), 200, z.array(TaskAttempt))).toEqual([]);
    expectProblem(await list(2), 400, 'INVALID_CURSOR');
    expectProblem(await list(999_999_999), 400, 'INVALID_CURSOR');
  });

  it('404: an unknown task, and one of another team', async () => {
    const world = await createWorld(api());
    const other = await createWorld(api());
    const taskId = await api().createTask(other.team);
    for (const id of [unknownId, taskId, 'x'])
      expectProblem(await calls(api()).attempts(world.team.apiKey, id), 404, 'NOT_FOUND');
  });
});
