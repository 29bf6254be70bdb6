import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { Batches } from '#src/batching/batches.ts';
import { explain, indexesUsed, rowsRead } from '#test/support/query-plan.ts';
import { seedInBulk } from '#test/support/seed-in-bulk.ts';
import { sweep } from '#test/support/sweep.ts';
import type { TaskArrivals } from '../queue/task-arrivals.ts';
import { sweepTasks } from './sweep-tasks.ts';
import { sweepWorkStatement } from './sweep-work.ts';
import { createSystemContextOf } from './system-context.ts';

const queued = 20_000;
const starts = 1_500;

const checkIndexes = ['tasks_check_leases_idx', 'tasks_check_stale_idx', 'tasks_check_starts_idx'];

/** `busy` has the due tasks of a paused project; those of `other` became due later. */
const seed = `
  insert into tasks (id, team_id, project_id, title, in_queue, not_before, released_by, released_until, check_at, next_since, created_at)
  select kind || n, team, team, 'Task', kind not like 'start%', case when kind like 'start%' then at end,
    case when kind = 'released' then '{agent}'::text[] end, case when kind = 'released' then at end, at, '2026-01-01', '2026-01-01'
  from (values ('queued', 'busy', ${queued}, 9), ('start', 'busy', ${starts}, 8), ('start-of-other', 'other', 1, 1),
      ('released', 'other', 1, 1)) as each (kind, team, count, minutes),
    lateral (select now() - make_interval(mins => minutes) as at) as time, generate_series(1, count) as n`;

let db: TestDatabase;
let reported: string[];
const arrivals = {
  report: (_: string, { id }: { id: string }) => reported.push(id),
} as unknown as TaskArrivals;
beforeEach(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  reported = [];
  await db.owner.query(`
    insert into teams (id, name) values ('busy', 'B'), ('other', 'O');
    insert into projects (id, team_id, name) values ('busy', 'busy', 'B'), ('other', 'other', 'O');
    insert into pauses (team_id, subject_id, subject_type, mode, reason, paused_at, paused_by_kind)
      values ('busy', 'busy', 'project', 'finish', 'Why', now(), 'key')`);
});
afterEach(() => db.close());

describe(`a round when ${queued} stale checks and ${starts} start times of one team are due`, () => {
  beforeEach(() => seedInBulk(db, 'tasks', seed));

  it('also puts tasks of another team that became due later into the queue, for all agents', async () => {
    await sweep(db, arrivals);
    const { rows } = await db.owner.query(
      `select id, in_queue, released_by from tasks where team_id = 'other' order by id`,
    );
    expect(rows).toEqual([
      { id: 'released1', in_queue: true, released_by: null },
      { id: 'start-of-other1', in_queue: true, released_by: null },
    ]);
    expect(reported).toEqual(expect.arrayContaining(['released1', 'start-of-other1']));
  });

  it('reads a bounded number of tasks, through indexes', async () => {
    const plan = await explain(db.owner, { text: sweepWorkStatement.text, values: ['1 minute'] });
    expect(rowsRead(plan, 'tasks')).toBeLessThanOrEqual(2_000 + starts + 2);
    expect(indexesUsed(plan, 'tasks').sort()).toEqual(checkIndexes);
  });
});

it('does not wake agents for a task that was in the queue before, for the same agents', async () => {
  await db.owner.query(
    `insert into tasks (id, team_id, project_id, title, check_at, next_since, created_at)
     values ('paused', 'busy', 'busy', 'T', now(), '2026-01-01', '2026-01-01'), ('stale', 'other', 'other', 'T', now(), '2026-01-01', '2026-01-01'),
       ('recent', 'other', 'other', 'T', now(), now(), now())`,
  );
  const { count } = await sweep(db, arrivals);
  const { rows } = await db.owner.query(
    `select id, attention, check_at > now() as "isLater" from tasks order by id`,
  );
  expect(rows).toEqual([
    { id: 'paused', attention: null, isLater: true },
    { id: 'recent', attention: null, isLater: true },
    { id: 'stale', attention: 'stale', isLater: null },
  ]);
  expect({ count, reported }).toEqual({ count: 1, reported: [] });
});

it('does not fail if a task is deleted after it was found', async () => {
  await db.owner.query(
    `insert into tasks (id, team_id, project_id, title, check_at, next_since)
     values ('deleted', 'other', 'other', 'T', now(), '2026-01-01')`,
  );
  const late = {
    async query(...args: unknown[]) {
      const found = await (db.query as (...given: unknown[]) => Promise<unknown>)(...args);
      await db.owner.query('delete from tasks');
      return found;
    },
  };
  const systemContextOf = createSystemContextOf({ of: () => db }, new Batches(db));
  expect(await sweepTasks(late as never, systemContextOf, arrivals)).toMatchObject({
    count: 0,
    failure: undefined,
  });
});

it('unassigns a task that a late request assigns to a person after their tasks were unassigned', async () => {
  await db.owner.query(`
    insert into users (id, email, name, password_hash) values ('ada', 'ada@crewboard.test', 'Ada', '-');
    insert into departed_members (team_id, user_id, left_at) values ('other', 'ada', now())`);
  await sweep(db, arrivals);
  await db.owner.query(
    `insert into tasks (id, team_id, project_id, title, assigned_member_id, in_queue)
     values ('late', 'other', 'other', 'T', 'ada', false)`,
  );
  await sweep(db, arrivals);
  const { rows } = await db.owner.query('select assigned_member_id as person from tasks');
  expect(rows).toEqual([{ person: null }]);
});

it('keeps the check of a task whose extended lease has ended after it was found', async () => {
  await db.owner.query(
    `insert into tasks (id, team_id, project_id, title, in_queue, status, assigned_agent_id, attempt, held_since, last_sign_at,
       lease_seconds, lease_expires_at, check_at)
     values ('held', 'other', 'other', 'T', false, 'in_progress', 'agent', 1, now(), now(), 60, now() + interval '1 hour', now())`,
  );
  const failures = [
    `update tasks set status = 'todo', assigned_agent_id = null, held_since = null, last_sign_at = null,
       lease_seconds = null, lease_expires_at = null, not_before = '2100-01-01', check_at = '2100-01-01'`,
  ];
  const late = {
    async query(...args: unknown[]) {
      const found = await (db.query as (...given: unknown[]) => Promise<unknown>)(...args);
      for (const failure of failures.splice(0)) await db.owner.query(failure);
      return found;
    },
  };
  await sweepTasks(late as never, createSystemContextOf({ of: () => db }, new Batches(db)), arrivals);
  const { rows } = await db.owner.query('select check_at = not_before as "isKept" from tasks');
  expect(rows).toEqual([{ isKept: true }]);
});
