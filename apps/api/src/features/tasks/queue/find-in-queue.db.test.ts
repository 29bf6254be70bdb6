import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { Batches } from '#src/batching/batches.ts';
import type { SeenTask } from '../change/read-task.ts';
import { findInQueue, finishClaiming } from './find-in-queue.ts';

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.pool.query(`
    insert into teams (id, name) values ('team', 'Team');
    insert into projects (id, team_id, name) values ('project', 'team', 'Project');
    insert into agents (id, team_id, name) values ('ada', 'team', 'Ada');
    insert into tasks (id, team_id, project_id, title, created_by_kind, rank, in_queue, assigned_agent_id)
      select 'task ' || to_char(n, 'FM00'), 'team', 'project', 'T', 'key', to_char(n, 'FM00'), true,
        case when n = 0 then 'ada' end
      from generate_series(0, 12) as n`);
});
afterAll(() => db.close());

const filter = { teamId: 'team', projectId: null, priority: null };
const call = { ...filter, actorId: 'ada', tokenHash: null, excludedIds: [] };
const all = Array.from({ length: 13 }, (_, index) => `task ${String(index).padStart(2, '0')}`);
afterEach(() => all.forEach(finishClaiming));

it('gives the first tasks of the queue to the calls of a batch, also if there are more than nine', async () => {
  const batches = new Batches(db.pool);
  const found = await Promise.all(Array.from({ length: 12 }, () => batches.run(findInQueue.team, call)));
  expect(found.map((each) => (each as SeenTask).id)).toEqual(all.slice(0, 12));
});

it('lets a call try again that found no task because another call of its team has lost it', async () => {
  const batches = new Batches(db.pool);
  const calls = [{ ...call, excludedIds: all }, call, { ...call, teamId: 'other' }];
  const found = await Promise.all(calls.map((each) => batches.run(findInQueue.team, each)));
  expect(found).toEqual([null, 'retry', null]);
});
