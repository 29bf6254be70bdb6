import {
  decideClaim,
  decideComment,
  decideMove,
  decideRelease,
  decideUpdate,
  type TaskDecision,
  type TaskPatch,
} from '@crewboard/contracts';
import type { Queryable } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { Batches } from '#src/batching/batches.ts';
import { type ChangeContext, type ChangeRequest, changeTask } from './change-task.ts';

let db: TestDatabase;
let number = 0;
let taskId: string;
/** The number of calls that the process has sent, by the name of the batch. */
let sent: Record<string, number>;
let batches: Batches;

beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.pool.query(`
    insert into teams (id, name) values ('team', 'Team');
    insert into projects (id, team_id, name) values ('project', 'team', 'Project');
    insert into agents (id, team_id, name) select 'agent' || n, 'team', 'Agent ' || n from generate_series(0, 7) as n`);
});
afterAll(() => db.close());
beforeEach(async () => {
  number += 1;
  taskId = `task${number}`;
  await db.pool.query(
    `insert into tasks (id, team_id, project_id, title) values ($1, 'team', 'project', 'T')`,
    [taskId],
  );
  sent = {};
  batches = new Batches(db.pool, (name) => (size) => {
    sent[name] = (sent[name] ?? 0) + size;
  });
});

const agents = Array.from({ length: 8 }, (_, index) => `agent${index}`);

const change = (
  id: string,
  request: ChangeRequest,
  { on = db, of = taskId }: { on?: ChangeContext['db']; of?: string } = {},
) => {
  const actor = { kind: 'agent', id, teamId: 'team' };
  return changeTask({ db: on, batches, actor, requestId: null } as ChangeContext, of, request);
};
const claim = (agentId: string) => {
  const call = { agentId, leaseSeconds: null, versions: null };
  return change(agentId, { decide: (task, now) => decideClaim(task, call, now) });
};
const comment = (agentId: string) =>
  change(agentId, { decide: decideComment, comment: { id: `${taskId}-${agentId}`, body: 'Words' } });

const readEvents = async () => {
  const { rows } = await db.pool.query<{ actor: string; number: number | null }>(
    `select actor_id as actor, (changes->'comment'->'after'->>'number')::int as number
     from events where subject_id = $1 order by xid, id`,
    [taskId],
  );
  return rows;
};

describe('changes of one task in one process', () => {
  it('read once each: of several claims one is written, and the errors of the others name its agent', async () => {
    const results = await Promise.allSettled(agents.map(claim));
    const [winner] = await readEvents();
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({
          code: 'TASK_ALREADY_CLAIMED',
          facts: { assignedAgentId: winner?.actor },
        });
    expect(await readEvents()).toHaveLength(1);
    expect(sent).toEqual({ 'tasks.read': 8, 'tasks.write': 1 });
  });

  it('read once each, and apply in the order in which they came', async () => {
    await Promise.all(agents.map(comment));
    expect(await readEvents()).toEqual(agents.map((actor, index) => ({ actor, number: index + 1 })));
    expect(sent).toEqual({ 'tasks.read': 8, 'tasks.write': 8 });
  });

  it.each([0, 900])('are decided on their own read if it is newer; clock set back by %i ms', async (ms) => {
    // Hold back the response to the first write.
    let respond = () => {};
    const responding = new Promise<void>((resolve) => {
      respond = resolve;
    });
    let reads = 0;
    const late = {
      async query(...args: unknown[]) {
        type Query = (...given: unknown[]) => Promise<{ rows: { readAt: string }[] }>;
        const result = await (db.pool.query as Query)(...args);
        if (JSON.stringify(args[0]).includes('update tasks set')) {
          for (const row of result.rows) row.readAt = new Date(Date.parse(row.readAt) + ms).toISOString();
          await responding;
        } else reads += 1;
        return result;
      },
    };
    const there = batches;
    batches = new Batches(late as never);
    const first = claim('agent0');
    const readStatus = async () =>
      (await db.pool.query('select status from tasks where id = $1', [taskId])).rows[0]?.status;
    await expect.poll(readStatus).toBe('in_progress');
    const here = batches;
    batches = there;
    const caller = { kind: 'agent', id: 'agent0' } as const;
    const release = { caller, attempt: null, versions: null, reason: null };
    await change('agent0', { decide: (task, now) => decideRelease(task, release, now) });
    batches = here;
    const second = claim('agent1');
    await expect.poll(() => reads).toBe(2);
    respond();
    await first;
    expect((await second).task.assignedAgentId).toBe('agent1');
  });

  it('that follow a change of the project are decided with the stale times of the new project', async () => {
    await db.pool.query(
      `insert into projects (id, team_id, name, queue_stale_after_seconds) values ('quick', 'team', 'Quick', 60)`,
    );
    const update = (patch: TaskPatch) => {
      const caller = { kind: 'key', id: null } as const;
      const call = { caller, versions: null, attempt: null, patch };
      return change('agent0', { decide: (task, now) => decideUpdate(task, call, now) });
    };
    await Promise.all([update({ projectId: 'quick' }), update({ title: 'Renamed' })]);
    const { rows } = await db.pool.query(
      `select title, project_id as project, check_at <= now() + interval '60 seconds' as "isSoon" from tasks where id = $1`,
      [taskId],
    );
    expect(rows).toEqual([{ title: 'Renamed', project: 'quick', isSoon: true }]);
  });

  it('that follow an unassignment of an inactive agent are decided without that agent', async () => {
    await db.pool.query(
      `insert into agents (id, team_id, name, status) values ('idle', 'team', 'Idle', 'inactive')`,
    );
    await db.pool.query(`update tasks set assigned_agent_id = 'idle' where id = $1`, [taskId]);
    const caller = { kind: 'key', id: null } as const;
    const call = { caller, versions: null, attempt: null, patch: { assignedAgentId: null } };
    const seen: unknown[] = [];
    const unassigned = change('agent0', {
      readsAssignee: true,
      decide: (task, now) => decideUpdate(task, call, now),
    });
    const commented = change('agent1', {
      readsAssignee: true,
      comment: { id: `${taskId}-agent1`, body: 'Words' },
      decide(task) {
        seen.push([task.assignedAgentId, task.isAssigneeInactive]);
        return decideComment(task);
      },
    });
    await Promise.all([unassigned, commented]);
    expect(seen).toEqual([
      ['idle', true],
      [null, false],
    ]);
  });

  it('that follow a failed change apply as if it had not been', async () => {
    // The next comment with this id fails.
    await comment('agent0');
    const results = await Promise.allSettled(agents.map(comment));
    expect(results[0]).toMatchObject({ status: 'rejected', reason: { code: '23505' } });
    const events = await readEvents();
    expect(events.map(({ actor }) => actor).sort()).toEqual(agents);
    expect(events.map((event) => event.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('are written with the lock where the process stood still for longer than 5 s after the read', async () => {
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, 'now');
    batches = new Batches(db.pool, () => () => void clock.mockImplementation(() => now() + 10_000));
    expect(await claim('agent0')).toMatchObject({ isChanged: true, task: { attempt: 1 } });
  });

  it('and changes by another process apply one after another', async () => {
    const here = batches;
    const there = new Batches(db.pool);
    await Promise.all(
      agents.map((id, index) => {
        batches = index % 2 ? here : there;
        return comment(id);
      }),
    );
    const events = await readEvents();
    expect(events.map(({ actor }) => actor).sort()).toEqual(agents);
    expect(events.map((event) => event.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('a move to in_progress of a task of an agent that is deactivated between the read and the write', () => {
  const caller = { kind: 'key', id: null } as const;
  const inactive = `update agents set status = 'inactive' where id = 'fleeting'`;
  const noStops = { isPaused: false, isProjectArchived: false };

  beforeEach(async () => {
    await db.pool.query(
      `insert into agents (id, team_id, name) values ('fleeting', 'team', 'F') on conflict (id) do update set status = 'active'`,
    );
    await db.pool.query(`update tasks set assigned_agent_id = 'fleeting' where id = $1`, [taskId]);
  });

  /** Each of the `steps` runs after a decision and before its write. */
  async function move(steps: (() => Promise<unknown>)[]): Promise<unknown[]> {
    const seen: unknown[] = [];
    const call = { caller, status: 'in_progress', versions: null, attempt: null, ...noStops } as const;
    const moving = change('agent0', {
      readsAssignee: true,
      decide(task, now) {
        const isAssigneeInactive = task.isAssigneeInactive ?? false;
        seen.push(isAssigneeInactive);
        return decideMove(task, { ...call, hasAssigneeLeft: false, isAssigneeInactive }, now) as TaskDecision;
      },
      prepare: async () => void (await steps.shift()?.()),
    });
    await moving.catch(() => undefined);
    return seen;
  }
  const isHeld = async () =>
    (await db.pool.query('select from tasks where id = $1 and held_since is not null', [taskId])).rowCount ===
    1;

  it('is decided again, with the agent as inactive', async () => {
    expect(await move([() => db.pool.query(inactive)])).toEqual([false, true]);
    expect(await isHeld()).toBe(false);
  });

  it('is decided again even if the deactivation is not committed at the first write', async () => {
    const other = await db.owner.connect();
    await other.query('begin');
    const seen = await move([() => other.query(inactive), () => other.query('commit')]);
    other.release();
    expect(seen).toEqual([false, false, true]);
    expect(await isHeld()).toBe(false);
  });

  it('is written if the agent stays active', async () => {
    expect(await move([])).toEqual([false]);
    expect(await isHeld()).toBe(true);
  });
});

it('a change whose dependant changes between the read and the write is decided again, with the right counts', async () => {
  const caller = { kind: 'key', id: null } as const;
  const call = { caller, versions: null, attempt: null };
  const dependantId = `${taskId} dependant`;
  const insert = `insert into tasks (id, team_id, project_id, title) values ($1, 'team', 'project', 'T')`;
  await db.pool.query(insert, [dependantId]);
  const patch = { blockedBy: [taskId] };
  const wait = { decide: (task, now) => decideUpdate(task, { ...call, patch }, now) } satisfies ChangeRequest;
  await change('agent0', wait, { of: dependantId });

  const renames = [`update tasks set title = 'Renamed' where id = $1`];
  const renamedBeforeWrite = (connection: Queryable) => ({
    async query(statement: { text: string }) {
      const [rename] = statement.text.includes('update tasks set') ? renames.splice(0) : [];
      if (rename) await db.pool.query(rename, [dependantId]);
      return connection.query(statement);
    },
  });
  const on = {
    query: db.query,
    transaction: (run) => db.transaction((connection) => run(renamedBeforeWrite(connection) as never)),
  } as ChangeContext['db'];
  const move = {
    decide: (task, now) => decideMove(task, { ...call, status: 'done' }, now),
  } satisfies ChangeRequest;
  expect((await change('agent0', move, { on })).unblocked).toMatchObject([{ id: dependantId }]);
  const { rows } = await db.pool.query(
    'select title, open_blockers as "openBlockers" from tasks where id = $1',
    [dependantId],
  );
  expect(rows).toEqual([{ title: 'Renamed', openBlockers: 0 }]);
});
