import type { TaskStatus } from '@crewboard/contracts';
import { ChangeNotifier } from '@crewboard/db';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { AgentActor } from '#src/auth/actor.ts';
import { Batches } from '#src/batching/batches.ts';
import { createComment } from '../../comments/create-comment.ts';
import type { VerbContext } from '../../verb-context.ts';
import { sweepTasks } from '../background/sweep-tasks.ts';
import { claimNextTask, releaseUndelivered } from '../claim-next-task.ts';
import { claimTask } from '../claim-task.ts';
import { completeTask } from '../complete-task.ts';
import { createTask } from '../create/create-task.ts';
import { failTask } from '../fail-task.ts';
import { heartbeatTask } from '../heartbeat-task.ts';
import { moveTask } from '../move-task.ts';
import { releaseTask } from '../release-task.ts';
import { releaseTasks } from '../release-tasks.ts';
import { updateTask } from '../update-task.ts';
import { TaskArrivals } from './task-arrivals.ts';
import { WaitingAgents } from './waiting-agents.ts';

let db: TestDatabase;
let ada: VerbContext<AgentActor>;
let key: VerbContext;
let taskArrivals: TaskArrivals;
let taskId: string;

const seed = `
  insert into teams (id, name) values ('team', 'Team');
  insert into projects (id, team_id, name, max_attempts) values ('project', 'team', 'Project', null), ('strict', 'team', 'Strict', 1);
  insert into agents (id, team_id, name) values ('ada', 'team', 'Ada'), ('bob', 'team', 'Bob')`;

beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.pool.query(seed);
  const changeNotifier = new ChangeNotifier(db.url);
  taskArrivals = new TaskArrivals(changeNotifier, new WaitingAgents());
  const other = {
    ...{ db, batches: new Batches(db.pool), requestId: null, ifMatch: null, taskArrivals, response: {} },
    changeNotifier: { notify: () => undefined },
    leaseFeed: { report: () => undefined },
  };
  ada = {
    ...other,
    actor: { kind: 'agent', id: 'ada', teamId: 'team' },
  } as unknown as VerbContext<AgentActor>;
  key = { ...other, actor: { kind: 'key', id: 'key', teamId: 'team' } } as unknown as VerbContext;
});
afterAll(() => db.close());

async function create(fields: object = {}): Promise<string> {
  const input = { teamId: 'team', projectId: 'project', title: 'T', ...fields };
  return (await createTask({ ctx: key, input })).id;
}
beforeEach(async () => {
  taskId = await create();
});

const target = () => ({ teamId: 'team', taskId });
const claim = (fields = {}) => claimTask({ ctx: ada, input: { ...target(), ...fields } });
const move = (status: TaskStatus) => moveTask({ ctx: key, input: { ...target(), status } });

/** The sweeper finds the lease at its end. */
async function expire(): Promise<void> {
  await db.owner.query(
    `update tasks set (lease_expires_at, check_at) = (select at, at from (select now() - interval '1 second' as at) as time)
     where id = $1`,
    [taskId],
  );
  const system = { ...key, actor: { kind: 'system', id: null, teamId: 'team' } } as const;
  await sweepTasks(db, () => system, taskArrivals);
}

async function exhaust(): Promise<void> {
  taskId = await create({ projectId: 'strict' });
  await claim({ leaseSeconds: 60 });
  await expire();
}

const steps: [verb: string, isInQueue: boolean, run: () => Promise<unknown>][] = [
  ['create', true, async () => undefined],
  ['create with an assignee', true, async () => (taskId = await create({ assignedAgentId: 'ada' }))],
  ['claim', false, () => claim()],
  [
    'claim next',
    false,
    async () => {
      const input = { teamId: 'team', wait: 0 };
      taskId = (await claimNextTask({ ctx: ada, input }))?.id ?? '';
    },
  ],
  ['complete', false, () => completeTask({ ctx: ada, input: target() })],
  ['release', true, () => claim().then(() => releaseTask({ ctx: ada, input: target() }))],
  ['fail', false, () => claim().then(() => failTask({ ctx: ada, input: { ...target(), reason: 'R' } }))],
  [
    'fail, to be offered again at once',
    true,
    () =>
      claim().then(() => failTask({ ctx: ada, input: { ...target(), reason: 'R', retryAfterSeconds: 0 } })),
  ],
  [
    'create with a start time',
    false,
    async () => (taskId = await create({ notBefore: new Date(Date.now() + 3_600_000).toISOString() })),
  ],
  [
    'update to a start time',
    false,
    () => {
      const notBefore = new Date(Date.now() + 3_600_000).toISOString();
      return updateTask({ ctx: key, input: { ...target(), notBefore } });
    },
  ],
  [
    'release all of an agent',
    true,
    () => claim().then(() => releaseTasks({ ctx: key, input: { agentId: 'ada' } })),
  ],
  [
    'take back an undelivered claim',
    true,
    () =>
      claim().then(() => releaseUndelivered(ada, { taskId, agentId: 'ada', attempt: 1, wasAssigned: false })),
  ],
  [
    'heartbeat',
    false,
    () => claim({ leaseSeconds: 60 }).then(() => heartbeatTask({ ctx: ada, input: target() })),
  ],
  ['comment', true, () => createComment({ ctx: key, input: { ...target(), body: 'C' } })],
  [
    'comment on a held task',
    false,
    () => claim().then(() => createComment({ ctx: key, input: { ...target(), body: 'C' } })),
  ],
  ['move to in progress', false, () => move('in_progress')],
  ['move to done', false, () => move('done')],
  ['move to cancelled', false, () => move('cancelled')],
  ['move back to todo', true, () => move('done').then(() => move('todo'))],
  ['update of the title', true, () => updateTask({ ctx: key, input: { ...target(), title: 'U' } })],
  [
    'update of the assignee',
    true,
    () => updateTask({ ctx: key, input: { ...target(), assignedAgentId: 'bob' } }),
  ],
  [
    'unassign a held task',
    true,
    () => claim().then(() => updateTask({ ctx: key, input: { ...target(), assignedAgentId: null } })),
  ],
  ['end of a lease', true, () => claim({ leaseSeconds: 60 }).then(expire)],
  ['end of the last lease', false, exhaust],
  [
    'release of a task that needs attention',
    true,
    () => exhaust().then(() => releaseTask({ ctx: key, input: target() })),
  ],
];

describe('in_queue', () => {
  it.each(steps)('agrees with the rule after: %s (%s)', async (_, isInQueue, run) => {
    await run();
    const { rows } = await db.pool.query(
      `select in_queue as "isInQueue", status = 'todo' and needs_attention is null and coalesce(not_before <= now(), true) as "isClaimable" from tasks where id = $1`,
      [taskId],
    );
    expect(rows).toEqual([{ isInQueue, isClaimable: isInQueue }]);
  });
});

describe('a heartbeat', () => {
  it('changes no index: each update stays on its page', async () => {
    // A database of its own, since connections report their updates late.
    const own = await createTestDatabase(inject('postgresUrl'));
    const single = openTestDatabase(own.url, { maxConnections: 1 });
    await single.pool.query(seed);
    const ctx = { ...ada, db: single, batches: new Batches(single.pool) } as typeof ada;
    const count = async () => {
      await single.pool.query('select pg_stat_force_next_flush()');
      const { rows } = await single.pool.query<{ all: number; hot: number }>(
        `select n_tup_upd::int as all, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'tasks'`,
      );
      return rows[0] ?? { all: 0, hot: 0 };
    };
    const task = { teamId: 'team', projectId: 'project', title: 'T' };
    const input = { teamId: 'team', taskId: (await createTask({ ctx, input: task })).id };
    await claimTask({ ctx, input: { ...input, leaseSeconds: 60 } });
    const before = await count();
    for (let beat = 0; beat < 5; beat += 1) await heartbeatTask({ ctx, input });
    const after = await count();
    expect({ all: after.all - before.all, hot: after.hot - before.hot }).toEqual({ all: 5, hot: 5 });
    await single.close();
    await own.close();
  });
});
