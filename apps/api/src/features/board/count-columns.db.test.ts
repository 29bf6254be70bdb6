import type { BoardFilter } from '@crewboard/contracts';
import { queryMany } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { explain, indexesUsed } from '#test/support/query-plan.ts';
import { seedInBulk } from '#test/support/seed-in-bulk.ts';
import { overviewList } from '../agents/list-agent-overviews.ts';
import { maxCounted, maxLookedAt } from '../bounded-count.ts';
import { countFound, countMatches } from './count-columns.ts';

/**
 * To do: as many tasks as a count looks at, 240 of them of high priority. Done: one more, the oldest of all, which is of
 * high priority too. In progress: as many as it counts, all of high priority and of one agent. Cancelled: one more.
 */
const seedTasks = `
  insert into tasks (id, team_id, project_id, title, status, priority, assigned_agent_id, held_since, in_queue, created_at, status_changed_at)
  select status || n, 'team', 'project', status || ' matters', status::task_status, 
    case when agent is not null or n <= 240 or n > ${maxLookedAt} then 'high' else 'low' end::task_priority,
    agent, case when status = 'in_progress' then now() end, status = 'todo', at, at
  from (values ('todo', ${maxLookedAt}, null), ('done', ${maxLookedAt + 1}, null),
      ('in_progress', ${maxCounted}, 'agent'), ('cancelled', ${maxCounted + 1}, 'agent')) as state (status, total, agent),
    generate_series(1, total) as n, lateral (select now() - n * interval '1 second') as time (at)`;

const exactly = (count: number) => ({ count, isExact: true });
const atLeast = (count: number) => ({ count, isExact: false });
const none = exactly(0);

describe('a count that is not stored', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createTestDatabase(inject('postgresUrl'));
    await db.pool.query(`
      insert into teams (id, name) values ('team', 'Team');
      insert into projects (id, team_id, name) values ('project', 'team', 'Project');
      insert into agents (id, team_id, name) values ('agent', 'team', 'Agent')`);
    await seedInBulk(db, 'tasks', seedTasks);
    await seedInBulk(db, 'task_search', `insert into task_search select id, team_id, title from tasks`);
  });
  afterAll(() => db.close());

  type Row = { status: string; count: number; isExact: boolean };
  const toCounts = (rows: Row[]) =>
    Object.fromEntries(rows.map(({ status, count, isExact }) => [status, { count, isExact }]));

  const count = async (filter: Omit<BoardFilter, 'teamId'>) =>
    toCounts(await queryMany<Row>(db.pool, countMatches('team', { teamId: 'team', ...filter })));
  const countSearch = async (search: string, filter: Omit<BoardFilter, 'teamId'> = {}) =>
    toCounts(await queryMany<Row>(db.pool, countFound('team', { teamId: 'team', search, ...filter })));

  it.each([{}, { projectId: 'project' }])(
    'is exact up to the bounds of matches and of tasks looked at: by priority, %j',
    async (owner) => {
      expect(await count({ priority: 'high', ...owner })).toEqual({
        todo: exactly(240),
        done: atLeast(240),
        in_progress: exactly(maxCounted),
        cancelled: atLeast(maxCounted),
      });
    },
  );

  it.each([{}, { projectId: 'project' }, { priority: 'high' as const }])(
    'is exact up to the bound of matches: by agent, %j',
    async (others) => {
      expect(await count({ agentId: 'agent', ...others })).toEqual({
        todo: none,
        done: none,
        in_progress: exactly(maxCounted),
        cancelled: atLeast(maxCounted),
      });
    },
  );

  it('looks only at the tasks of the agent', async () => {
    const found = await count({ agentId: 'agent', priority: 'low' });
    expect(found).toEqual({ todo: none, done: none, in_progress: none, cancelled: none });
  });

  it('counts unassigned tasks', async () => {
    expect(await count({ agentId: 'nobody' })).toEqual({
      todo: atLeast(maxCounted),
      done: atLeast(maxCounted),
      in_progress: none,
      cancelled: none,
    });
  });

  it('is exact up to the bound of matches of a search, of all columns together', async () => {
    const zero = { todo: none, done: none, in_progress: none, cancelled: none };
    expect(await countSearch('in_progress')).toEqual({ ...zero, in_progress: exactly(maxCounted) });
    const counts = await countSearch('cancelled');
    expect(counts).toEqual({
      todo: atLeast(0),
      done: atLeast(0),
      in_progress: atLeast(0),
      cancelled: atLeast(maxCounted),
    });
    const total = Object.values(await countSearch('matters')).reduce((sum, each) => sum + each.count, 0);
    expect(total).toBe(maxCounted);
    expect(await countSearch('zebra')).toEqual(zero);
  });

  it('is exact up to the bound of tasks that a search with another filter looks at', async () => {
    expect((await countSearch('todo', { priority: 'high' })).todo).toEqual(exactly(240));
    const { done } = await countSearch('done', { agentId: 'agent' });
    expect(done).toEqual(atLeast(0));
  });

  it.each(['matters', '%%'])(
    'looks up each task of a search for %s by its id, also without statistics',
    async (search) => {
      const client = await db.owner.connect();
      try {
        await client.query(`begin;
        delete from pg_statistic where starelid in ('tasks'::regclass, 'task_search'::regclass);
        update pg_class set reltuples = -1, relpages = 0 where oid in ('tasks'::regclass, 'task_search'::regclass)`);
        const found = countFound('team', { teamId: 'team', projectId: 'project', search });
        expect(indexesUsed(await explain(client, found), 'tasks')).toEqual(['tasks_pkey']);
      } finally {
        client.release(true);
      }
    },
  );

  it('is bounded for the tasks that an agent holds', async () => {
    const read = async () => {
      const rows = await queryMany(db.pool, overviewList.first, {
        teamId: 'team',
        limit: 10,
        cursor: undefined,
      });
      return rows[0]?.tasksInProgress;
    };
    expect(await read()).toEqual(exactly(maxCounted));
    await db.pool.query(
      `insert into tasks (id, team_id, project_id, title, status, assigned_agent_id, held_since, in_queue)
       values ('more', 'team', 'project', 'More', 'in_progress', 'agent', now(), false)`,
    );
    expect(await read()).toEqual(atLeast(maxCounted));
  });
});
