import { ChangeNotifier } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { AgentActor } from '../../auth/actor.ts';
import { Batches } from '../../batching/batches.ts';
import type { VerbContext } from '../verb-context.ts';
import { claimTask } from './claim-task.ts';
import { completeTask } from './complete-task.ts';
import { heartbeatTask } from './heartbeat-task.ts';
import { moveTask } from './move-task.ts';
import { TaskArrivals } from './queue/task-arrivals.ts';
import { WaitingAgents } from './queue/waiting-agents.ts';

let db: TestDatabase;
let taskNumber = 0;
let taskId: string;

beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.pool.query(`
    insert into teams (id, name) values ('team', 'Team');
    insert into projects (id, team_id, name) values ('project', 'team', 'Project');
    insert into agents (id, team_id, name) values ('ada', 'team', 'Ada'), ('bob', 'team', 'Bob')`);
});
afterAll(() => db.close());
beforeEach(async () => {
  taskNumber += 1;
  taskId = `task${taskNumber}`;
  await db.pool.query(
    `insert into tasks (id, team_id, project_id, title) values ($1, 'team', 'project', 'T')`,
    [taskId],
  );
});

const agent = (id: string) =>
  ({
    db,
    batches: new Batches(db.pool),
    actor: { kind: 'agent', id, teamId: 'team' },
    requestId: null,
    ifMatch: null,
    taskArrivals: new TaskArrivals(new ChangeNotifier(db.url), new WaitingAgents()),
  }) as unknown as VerbContext<AgentActor>;
const input = () => ({ teamId: 'team', taskId });

/** Runs SQL on the task ($1) in a transaction that stays open until `commit` is called. */
async function changeTask(text: string): Promise<{ commit: () => Promise<void> }> {
  const client = await db.owner.connect();
  await client.query('begin');
  await client.query(text, [taskId]);
  return {
    async commit() {
      await client.query('commit');
      client.release();
    },
  };
}

async function countWaiting(): Promise<number | null> {
  const { rowCount } = await db.owner.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rowCount;
}
const isWaiting = () => expect.poll(countWaiting, { interval: 10 }).toBe(1);

const countEvents = async () => {
  const { rows } = await db.pool.query<{ count: number }>(
    'select count(*)::int as count from events where subject_id = $1',
    [taskId],
  );
  return rows[0]?.count;
};

describe('a statement that waited for the task', () => {
  it('rejects a claim with the reason and the assignee of after the wait', async () => {
    const change = await changeTask(`update tasks set assigned_agent_id = 'bob' where id = $1`);
    const rejected = expect(claimTask({ ctx: agent('ada'), input: input() })).rejects.toMatchObject({
      code: 'TASK_ASSIGNED_TO_OTHER',
      facts: { heldByCaller: false, assignedAgentId: 'bob', heldSince: null },
    });
    await isWaiting();
    await change.commit();
    await rejected;
    expect(await countEvents()).toBe(0);
  });

  it('rejects a claim of a task that was deleted meanwhile with NOT_FOUND', async () => {
    const change = await changeTask('delete from tasks where id = $1');
    const rejected = expect(claimTask({ ctx: agent('ada'), input: input() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await isWaiting();
    await change.commit();
    await rejected;
    expect(await countEvents()).toBe(0);
  });

  it('accepts an equal completion as a repetition, without an event', async () => {
    const change = await changeTask(
      `update tasks set status = 'done', in_queue = false, assigned_agent_id = 'ada', result = 'R', completed_at = now() where id = $1`,
    );
    const completion = completeTask({ ctx: agent('ada'), input: { ...input(), result: 'R' } });
    await isWaiting();
    await change.commit();
    expect(await completion).toMatchObject({ status: 'done', result: 'R' });
    expect(await countEvents()).toBe(0);
  });

  it('rejects a move of the version of before the wait', async () => {
    const change = await changeTask('update tasks set version = version + 1 where id = $1');
    const move = moveTask({ ctx: agent('ada'), input: { ...input(), status: 'cancelled', version: 1 } });
    const rejected = expect(move).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
    await isWaiting();
    await change.commit();
    await rejected;
    expect(await countEvents()).toBe(0);
  });
});

describe('a lease that has ended by the clock of the database alone', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 }));
  afterEach(() => vi.useRealTimers());

  it.each([
    ['a claim', () => claimTask({ ctx: agent('ada'), input: input() })],
    ['a completion', () => completeTask({ ctx: agent('ada'), input: input() })],
    ['a heartbeat', () => heartbeatTask({ ctx: agent('ada'), input: input() })],
  ])('has no holder in the error of %s', async (_, call) => {
    await claimTask({ ctx: agent('ada'), input: { ...input(), leaseSeconds: 60 } });
    await db.pool.query(
      `update tasks set (lease_expires_at, check_at) = (select at, at from (select clock_timestamp() - interval '1 second' as at) as time) where id = $1`,
      [taskId],
    );
    await expect(call()).rejects.toMatchObject({
      code: 'STALE_CLAIM',
      facts: { heldByCaller: false, assignedAgentId: 'ada' },
    });
  });
});

describe('a statement whose snapshot shows that nothing applies', () => {
  /** A row that another transaction keeps locked. */
  const lockTask = () => changeTask('select from tasks where id = $1 for update');

  it('rejects a claim without waiting for the locked task', async () => {
    await claimTask({ ctx: agent('bob'), input: input() });
    const lock = await lockTask();
    await expect(claimTask({ ctx: agent('ada'), input: input() })).rejects.toMatchObject({
      code: 'TASK_ALREADY_CLAIMED',
      facts: { heldByCaller: false, assignedAgentId: 'bob', heldSince: expect.any(String) },
    });
    await lock.commit();
  });

  it('accepts a repeated completion and a move to the same status without waiting for the locked task', async () => {
    const completed = await completeTask({ ctx: agent('ada'), input: input() });
    const lock = await lockTask();
    expect(await completeTask({ ctx: agent('ada'), input: input() })).toEqual(completed);
    expect(await moveTask({ ctx: agent('ada'), input: { ...input(), status: 'done' } })).toEqual(completed);
    await lock.commit();
    expect(await countEvents()).toBe(1);
  });
});
