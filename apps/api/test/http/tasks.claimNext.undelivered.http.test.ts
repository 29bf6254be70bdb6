import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Task } from '@crewboard/contracts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { expectBody, type Reply, type TestAgent, useApi } from '../harness.ts';
import { toolCall } from '../mcp/support/messages.ts';
import { claimNext, waitUntilIdle } from '../support/claim-next.ts';
import { interceptQuery, writeQuery } from '../support/intercept-query.ts';
import { expire, leaseSeconds, sweep } from '../support/leases.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { calls, done, readTask } from '../support/tasks.ts';
import { httpRequest, Wire } from '../support/wire.ts';
import { createWorld, type World } from '../support/world.ts';

const api = useApi({ bounds: { waiting: { perCaller: 50, perTeam: 500, perProcess: 2_000 } } });
let world: World;
beforeEach(async () => {
  world = await createWorld(api());
});

type Fields = Record<string, unknown>;

const requestBytes = ({ token }: TestAgent, body: Fields = {}, headers: [string, string][] = []) =>
  httpRequest('POST', `/api/teams/${world.team.teamId}/tasks/claim-next`, {
    token,
    headers: [['Content-Type', 'application/json'], ...headers],
    body: JSON.stringify(body),
  });

const mcpRequestBytes = ({ token }: TestAgent) =>
  httpRequest('POST', '/mcp', {
    token,
    headers: [
      ['Content-Type', 'application/json'],
      ['Accept', 'application/json, text/event-stream'],
    ],
    body: JSON.stringify(toolCall('claim_next_task', { wait: 30, leaseSeconds })),
  });

const eventsOf = async (taskId: string) =>
  (await api().events(taskId)).map(({ type, actorKind, changes }) => [
    type,
    actorKind,
    changes?.reason?.after,
  ]);

const claimedFor = [
  ['task.created', 'key', undefined],
  ['task.claimed', 'agent', undefined],
];
const released = ['task.released', 'system', 'undelivered'];

/**
 * Claims on a connection that closes once the claim is committed, before its response is made: the server has noticed
 * when the query goes on.
 */
async function leaveDuringClaim(bytes: Buffer, during: () => Promise<unknown> = async () => undefined) {
  const closed = new Promise<void>((resolve) => {
    api().app.server.once('request', (_request, response) => response.once('close', resolve));
  });
  const wire = await Wire.open(api().url);
  const isClaimed = new Promise<void>((resolve) => {
    interceptQuery(api().db, writeQuery, async (send) => {
      const claimed = await send();
      await during();
      wire.close();
      await closed;
      resolve();
      return claimed;
    });
  });
  wire.send(bytes);
  await isClaimed;
}

describe('POST /api/teams/:teamId/tasks/claim-next, whose client has left before the response', () => {
  it.each<[string, Fields]>([
    ['without wait', {}],
    ['with wait', { wait: 30 }],
    ['with a lease', { leaseSeconds }],
  ])('%s: releases the claim, and the next request gets the task', async (_, body) => {
    const taskId = await api().createTask(world.team);
    await leaveDuringClaim(requestBytes(world.ada, body));
    await expect.poll(() => eventsOf(taskId)).toEqual([...claimedFor, released]);
    expect(await readTask(api(), world, taskId)).toMatchObject({
      ...{ status: 'todo', assignedAgentId: null, attempt: 1, leaseExpiresAt: null, needsAttention: null },
    });
    const again = expectBody(await claimNext(api(), world.team, world.ada), 200, Task);
    expect(again).toMatchObject({ id: taskId, attempt: 2 });
  });

  it('over MCP: releases the claim', async () => {
    const taskId = await api().createTask(world.team);
    await leaveDuringClaim(mcpRequestBytes(world.ada));
    await expect.poll(() => eventsOf(taskId)).toEqual([...claimedFor, released]);
  });

  it('wakes an agent that waits for a task', async () => {
    const taskId = await api().createTask(world.team);
    let waiting: ReturnType<typeof claimNext> | undefined;
    await leaveDuringClaim(requestBytes(world.ada), async () => {
      waiting = claimNext(api(), world.team, world.bob, { wait: 30 });
      await waitUntilIdle(api(), 1);
    });
    const task = expectBody((await waiting) as never, 200, Task);
    expect(task).toMatchObject({ id: taskId, assignedAgentId: world.bob.id, attempt: 2 });
  });

  it('releases only the claim: the completion of the request stands', async () => {
    const first = await api().createTask(world.team);
    await done(calls(api()).claim(world.ada.token, first));
    const second = await api().createTask(world.team);
    await leaveDuringClaim(requestBytes(world.ada, { complete: { taskId: first, result: 'Done' } }));
    await expect.poll(() => eventsOf(second)).toEqual([...claimedFor, released]);
    expect(await readTask(api(), world, first)).toMatchObject({ status: 'done', result: 'Done', attempt: 1 });
  });

  it('releases exactly this attempt: a later claim stays, of the same agent too', async () => {
    // The process of the claim waits for its end with other changes of the task.
    const replica = await api().replica();
    for (const next of [world.ada, world.bob]) {
      const taskId = await api().createTask(world.team);
      await leaveDuringClaim(requestBytes(world.ada), async () => {
        await done(calls(replica).move(world.team.apiKey, taskId, 'todo'));
        await done(calls(replica).claim(next.token, taskId));
      });
      const later = await api().createTask(world.team);
      await leaveDuringClaim(requestBytes(world.ada));
      // The release of a later request is there, so that of the earlier one has been decided on.
      await expect.poll(() => eventsOf(later)).toEqual([...claimedFor, released]);
      const held = { status: 'in_progress', assignedAgentId: next.id, attempt: 2 };
      expect(await readTask(api(), world, taskId)).toMatchObject(held);
      await done(calls(api()).complete(next.token, taskId));
      await done(calls(api()).move(world.team.apiKey, later, 'done'));
    }
    await replica.close();
  });

  it('leaves a task with the agent that it was assigned to', async () => {
    const taskId = await api().createTask(world.team, { assignedAgentId: world.ada.id });
    await leaveDuringClaim(requestBytes(world.ada));
    await expect.poll(() => eventsOf(taskId)).toEqual([...claimedFor, released]);
    const task = await readTask(api(), world, taskId);
    expect(task).toMatchObject({ status: 'todo', assignedAgentId: world.ada.id });
    expect((await claimNext(api(), world.team, world.bob)).status).toBe(204);
  });

  it('counts neither as an expired lease nor as the end of their row', async () => {
    const { projectId } = world.team;
    const body = { maxAttempts: 2 };
    await api().request('PATCH', `/api/projects/${projectId}`, { token: world.team.apiKey, body });
    const taskId = await api().createTask(world.team);
    const loseLease = async () => {
      expectBody(await claimNext(api(), world.team, world.ada, { leaseSeconds }), 200, Task);
      await expire(api(), taskId);
      return (await readTask(api(), world, taskId)).needsAttention;
    };
    expect(await loseLease()).toBe(null);
    for (let count = 1; count <= 3; count += 1) {
      await leaveDuringClaim(requestBytes(world.ada, { leaseSeconds }));
      await expect
        .poll(async () => (await eventsOf(taskId)).filter(([type]) => type === 'task.released'))
        .toHaveLength(count);
      expect((await readTask(api(), world, taskId)).needsAttention).toBe(null);
    }
    expect(await loseLease()).toBe('attempts_exhausted');
  });

  it('keeps the claim of a request with an Idempotency-Key, whose repetition gets it', async () => {
    const taskId = await api().createTask(world.team);
    await leaveDuringClaim(requestBytes(world.ada, {}, [['Idempotency-Key', 'left']]));
    const path = `/api/teams/${world.team.teamId}/tasks/claim-next`;
    const headers = { 'Idempotency-Key': 'left' };
    const reply = await api().request('POST', path, { token: world.ada.token, headers, body: {} });
    expect(expectBody(reply, 200, Task)).toMatchObject({ id: taskId, attempt: 1 });
    expect(await eventsOf(taskId)).toEqual(claimedFor);
  });

  it('releases the claims of requests that follow one another on the connection', async () => {
    const taskIds = [await api().createTask(world.team), await api().createTask(world.team)];
    const waiting = requestBytes(world.bob, { wait: 30, priority: 'high' });
    const wire = await Wire.open(api().url);
    wire.send(Buffer.concat([waiting, requestBytes(world.ada), requestBytes(world.ada)]));
    for (const taskId of taskIds) await expect.poll(() => eventsOf(taskId)).toEqual(claimedFor);
    wire.close();
    for (const taskId of taskIds)
      await expect.poll(() => eventsOf(taskId)).toEqual([...claimedFor, released]);
  });

  it('leaves the claim to its lease when the task cannot be released', async () => {
    const taskId = await api().createTask(world.team);
    await api().owner.query(`create function reject_release() returns trigger language plpgsql as
      $$ begin raise exception 'release' using errcode = '57014'; end $$`);
    await api().owner.query(`create trigger reject_release before update on tasks for each row
      when (old.status = 'in_progress') execute function reject_release()`);
    try {
      await leaveDuringClaim(requestBytes(world.ada, { leaseSeconds }));
      await expect.poll(() => api().logLines.some((line) => line.includes('cannot undo'))).toBe(true);
    } finally {
      await api().owner.query('drop function reject_release cascade');
    }
    expect(await readTask(api(), world, taskId)).toMatchObject({ status: 'in_progress' });
    await expire(api(), taskId);
    expect(await readTask(api(), world, taskId)).toMatchObject({ status: 'todo' });
  });

  it('lists the attempt as released, with the reason', async () => {
    const taskId = await api().createTask(world.team);
    await leaveDuringClaim(requestBytes(world.ada));
    const path = `/api/tasks/${taskId}/attempts`;
    const attempts = async () => (await api().request('GET', path, { token: world.ada.token })).body;
    const attempt = { attempt: 1, agentId: world.ada.id, outcome: 'released', reason: 'undelivered' };
    await expect.poll(attempts).toEqual([expect.objectContaining(attempt)]);
  });
});

describe('of 500 requests whose clients leave around the arrival of a task', () => {
  const [count, atOnce, jitterMs, seed] = [500, 10, 25, 27];

  /** The last claim of each task of the world that is not in the queue. */
  async function heldTasks(): Promise<{ taskId: string; requestId: string }[]> {
    const { rows } = await api().db.pool.query(
      `select tasks.id as "taskId", (
         select request_id from events where subject_id = tasks.id and type = 'task.claimed'
         order by xid desc, id desc limit 1
       ) as "requestId"
       from tasks where team_id = $1 and status <> 'todo'`,
      [world.team.teamId],
    );
    return rows;
  }

  it('no task is held for nobody, except with a response that was sent, and each is read in the end', async () => {
    const random = seededRandom(seed);
    const agents = await Promise.all(Array.from({ length: atOnce }, () => api().createAgent(world.team)));
    /** The requests whose responses the server has handed over. */
    const sent = new Set<string>();
    const onRequest = (_request: IncomingMessage, response: ServerResponse) => {
      const writeHead = vi.spyOn(response, 'writeHead');
      response.once('finish', () => sent.add(Object(writeHead.mock.lastCall?.[1])['x-request-id']));
    };
    const read = new Set<string>();
    const leave = async (agent: TestAgent) => {
      const wire = await Wire.open(api().url);
      wire.send(requestBytes(agent, { wait: 30, leaseSeconds }));
      const reply = wire.reply({ within: 60_000 }).then(
        ({ body }: Reply) => read.add((body as Task).id),
        () => undefined,
      );
      await Promise.all([
        sleep(random.below(jitterMs)).then(() => api().createTask(world.team)),
        sleep(random.below(2 * jitterMs)).then(() => wire.close()),
      ]);
      await reply;
    };

    api().app.server.on('request', onRequest);
    let left = 0;
    const leaveInTurn = async (agent: TestAgent) => {
      while (left < count) {
        left += 1;
        await leave(agent);
      }
    };
    await Promise.all(agents.map(leaveInTurn));
    const isUnread = ({ taskId }: { taskId: string }) => !read.has(taskId);
    const countHeldForNobody = async () =>
      (await heldTasks()).filter((task) => isUnread(task) && !sent.has(task.requestId)).length;
    await expect.poll(countHeldForNobody).toBe(0);
    api().app.server.off('request', onRequest);

    const readRest = async () => {
      await api().owner.query(
        `update tasks set (lease_expires_at, check_at) = (select at, at from (select now() - interval '1 second' as at) as time)
         where team_id = $1 and lease_expires_at is not null and not id = any($2)`,
        [world.team.teamId, [...read]],
      );
      await sweep(api());
      for (;;) {
        const reply = await claimNext(api(), world.team, world.ada);
        if (reply.status === 204) return read.size;
        read.add(expectBody(reply, 200, Task).id);
      }
    };
    // Until the test times out: a busy machine needs more than a minute for hundreds of claims.
    while ((await readRest()) < count);
    expect(read.size).toBe(count);
  });
});
