import { Agent, Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { expire, leaseSeconds, leaseTo, onlyNotifiedSweeps, passLeaseEnd } from '../support/leases.ts';
import { expectRejected, record } from '../support/log.ts';
import { adasResult, calls, claimNext, done, readTask, type Situation, taskIn } from '../support/tasks.ts';
import { createWorld, unknownId, type World } from '../support/world.ts';

const api = useApi(onlyNotifiedSweeps);

const next = ({ team, ada }: World, body: unknown = {}) => claimNext(api(), ada.token, team, body);

async function taskCountOf({ team, ada }: World): Promise<number> {
  const reply = await api().request('GET', `/api/agents/${ada.id}`, { token: team.apiKey });
  return expectBody(reply, 200, Agent).taskCount;
}

describe('POST /api/teams/:teamId/tasks/claim-next, complete', () => {
  it('200: completes the task, then claims the next one, in two transactions', async () => {
    const world = await createWorld(api());
    const first = await leaseTo(api(), world.ada, await api().createTask(world.team));
    const second = await api().createTask(world.team);
    const complete = { taskId: first.id, result: 'Result', attempt: 1 };
    const { reply, events } = await record(api(), () => next(world, { leaseSeconds, complete }));
    expect(expectBody(reply, 200, Task)).toMatchObject({ id: second, status: 'in_progress', attempt: 1 });
    expect(await readTask(api(), world, first.id)).toMatchObject({
      status: 'done',
      result: 'Result',
      attempt: 1,
      leaseExpiresAt: null,
    });
    expect(events.map(({ type, subjectId, requestId }) => [type, subjectId, requestId])).toEqual([
      ['task.completed', first.id, reply.headers.get('x-request-id')],
      ['task.claimed', second, reply.headers.get('x-request-id')],
    ]);
    const { rows } = await api().owner.query('select distinct xid from events where request_id = $1', [
      reply.headers.get('x-request-id'),
    ]);
    expect(rows).toHaveLength(2);
    expect(await taskCountOf(world)).toBe(1);
  });

  it('204: the completion stands when there is nothing to claim', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'held by Ada');
    const { reply, events } = await record(api(), () => next(world, { complete: { taskId } }));
    expect(reply.status).toBe(204);
    expect(events.map(({ type }) => type)).toEqual(['task.completed']);
    expect(await readTask(api(), world, taskId)).toMatchObject({ status: 'done', result: null });
  });

  it.each<Record<string, string>>([{}, { 'Idempotency-Key': 'fails' }])(
    '503: the readers of the log hear of the completion %o',
    async (headers) => {
      const world = await createWorld(api());
      const taskId = await taskIn(api(), world, 'held by Ada');
      await api().createTask(world.team);
      const { owner, db } = api();
      const notifiers = async () => {
        const { rows } = await owner.query<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database()
           and application_name = 'crewboard notifications'`,
        );
        return rows.map(({ pid }) => pid);
      };
      // That of the app alone, which may connect late; that of an earlier replica may not have ended yet.
      await expect.poll(notifiers).toHaveLength(1);
      const others = await notifiers();
      const replica = await api().replica(onlyNotifiedSweeps);
      const listener = await db.pool.connect();
      const senders: number[] = [];
      try {
        await expect.poll(async () => (await notifiers()).length).toBe(others.length + 1);
        listener.on('notification', ({ processId }) => senders.push(processId));
        await listener.query('listen crewboard_log');
        await owner.query(`create function reject_claim() returns trigger language plpgsql as
        $$ begin raise exception 'claim' using errcode = '57014'; end $$`);
        await owner.query(`create trigger reject_claim before update on tasks for each row
        when (new.status = 'in_progress') execute function reject_claim()`);
        const path = `/api/teams/${world.team.teamId}/tasks/claim-next`;
        const body = { complete: { taskId } };
        const reply = await replica.request('POST', path, { token: world.ada.token, headers, body });
        expect(reply.status).toBe(503);
        expect((await readTask(api(), world, taskId)).status).toBe('done');
        await expect.poll(() => senders.some((pid) => !others.includes(pid))).toBe(true);
      } finally {
        await owner.query('drop function if exists reject_claim cascade');
        listener.release(true);
        await replica.close();
      }
    },
  );

  it('a steady worker needs one request per task', async () => {
    const world = await createWorld(api());
    const count = 10;
    for (let index = 0; index < count; index += 1) await api().createTask(world.team);
    let [requests, complete]: [number, unknown] = [0, undefined];
    for (;;) {
      const reply = await next(world, { leaseSeconds, complete });
      requests += 1;
      if (reply.status === 204) break;
      const { id, attempt } = expectBody(reply, 200, Task);
      complete = { taskId: id, attempt, result: `Result of ${id}` };
    }
    expect(requests).toBe(count + 1);
    expect(await taskCountOf(world)).toBe(count);
  });

  it('200: the same completion again emits nothing, and the next task is claimed', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'completed by Ada');
    const second = await api().createTask(world.team);
    const complete = { taskId, result: adasResult, attempt: 1 };
    const { reply, events } = await record(api(), () => next(world, { complete }));
    expect(expectBody(reply, 200, Task).id).toBe(second);
    expect(events.map(({ type }) => type)).toEqual(['task.claimed']);
  });

  it('200: completes a task that the agent could have claimed', async () => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, 'todo');
    expect((await next(world, { complete: { taskId, result: 'Known' } })).status).toBe(204);
    expect(await readTask(api(), world, taskId)).toMatchObject({ status: 'done', attempt: 1 });
  });

  it.each<[Situation, 'ada' | 'bob', string]>([
    ['held by Ada', 'bob', 'NOT_CLAIM_HOLDER'],
    ['todo for Ada', 'bob', 'TASK_ASSIGNED_TO_OTHER'],
    ['completed by Ada', 'ada', 'TASK_ALREADY_COMPLETED'],
    ['completed by Ada', 'bob', 'TASK_ALREADY_COMPLETED'],
    ['cancelled under Ada', 'ada', 'TASK_CANCELLED'],
  ])('409: a task that is %s, completed by %s: %s, and nothing is claimed', async (situation, name, code) => {
    const world = await createWorld(api());
    const taskId = await taskIn(api(), world, situation);
    await api().createTask(world.team);
    const caller = { ...world, ada: world[name] };
    await expectRejected(api(), 409, code as never, () =>
      next(caller, { complete: { taskId, result: 'Another' } }),
    );
    await expectRejected(api(), 409, 'STALE_CLAIM', () =>
      next(caller, { complete: { taskId, result: 'Another', attempt: 1 } }),
    );
  });

  it('409: a lease that is over, before its sweep and after, and nothing is claimed', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await leaseTo(api(), world.ada, taskId);
    await passLeaseEnd(api(), taskId);
    await api().createTask(world.team);
    for (const attempt of [{}, { attempt: 1 }])
      await expectRejected(api(), 409, 'STALE_CLAIM', () =>
        next(world, { complete: { taskId, ...attempt } }),
      );
    await expire(api(), taskId);
    await expectRejected(api(), 409, 'STALE_CLAIM', () => next(world, { complete: { taskId, attempt: 1 } }));
  });

  it('404: a task that is unknown or of another team, and nothing is claimed', async () => {
    const world = await createWorld(api());
    const other = await createWorld(api());
    await api().createTask(world.team);
    for (const taskId of [unknownId, 'x', await api().createTask(other.team)])
      await expectRejected(api(), 404, 'NOT_FOUND', () => next(world, { complete: { taskId } }));
  });

  it('400: invalid fields of the completion, and nothing is claimed', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    await checkEachInvalid(
      api(),
      [
        ['complete.unknownField', { unknownField: 1 }],
        ['complete.status', { status: 'done' }],
        ['complete.leaseSeconds', { leaseSeconds: 60 }],
        ['complete.attempt', { attempt: -1 }],
        ['complete.attempt', { attempt: '1' }],
        ['complete.attempt', { attempt: null }],
        ['complete.result', { result: 5 }],
        ['complete.result', { result: 'a\0b' }],
        ['complete.result', { result: 'x'.repeat(100_001) }],
        ['complete.taskId', { taskId: null }],
        ['complete.taskId', { taskId: undefined }],
        ['complete.taskId', { taskId: 'a\0b' }],
      ],
      (_field, value) => next(world, { complete: { taskId, ...(value as object) } }),
    );
  });

  it('200: the completed task is not the one that is claimed', async () => {
    const world = await createWorld(api());
    const taskId = await api().createTask(world.team);
    const reply = await next(world, { complete: { taskId } });
    expect(reply.status).toBe(204);
    await done(calls(api()).get(world.team.apiKey, taskId));
  });
});
