import type { Database } from '@crewboard/db';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { countClaimableStatement } from '../../src/features/tasks/queue/count-claimable.ts';
import { findStatements } from '../../src/features/tasks/queue/find-in-queue.ts';
import { measureQueuesStatement } from '../../src/features/tasks/queue/measure-queues.ts';
import { indexesUsed, type Plan, rowsRead } from '../support/query-plan.ts';
import { seedInBulk } from '../support/seed-in-bulk.ts';

const tasks = 200_000;
/** The lookups of one statement: three priorities, for the agent and for everybody. */
const maxRowsRead = 12;

/**
 * `busy` has 10,000 open tasks of each priority, 30,000 that are assigned to other agents, and many that are done or
 * held. Of `last`, only the very last task is claimable; of `idle`, none is.
 */
const seed = `
  insert into tasks (id, team_id, project_id, title, status, priority, assigned_agent_id, held_since, completed_at, created_at)
  select 'task' || n, team, team || ' project', 'T', status::task_status,
    (array['low', 'normal', 'high'])[1 + n % 3]::task_priority, agent,
    case when status = 'in_progress' then now() end, case when status = 'done' then now() end,
    timestamptz '2026-01-01' + n * interval '1 second'
  from generate_series(1, ${tasks}) as n, lateral (select
    case when n % 4 = 0 or n = ${tasks - 1} then 'last' when n % 10 = 1 then 'idle' else 'busy' end,
    case when n = ${tasks - 1} then 'todo' when n % 4 = 0 or n % 10 = 1 then 'done'
      when n % 5 = 2 then 'in_progress' else 'todo' end,
    case when n = ${tasks - 1} then null when n % 4 = 0 or n % 5 = 2 or n % 7 < 2 then 'other' || n % 50 end
  ) as kind (team, status, agent)`;

const teams = ['busy', 'last', 'idle'];
const priorities = [null, 'high', 'low'];
const modes = ['force_custom_plan', 'force_generic_plan'];

describe(`a queue in a table of ${tasks} tasks`, () => {
  let db: TestDatabase;
  let single: Database;

  beforeAll(async () => {
    db = await createTestDatabase(inject('postgresUrl'));
    single = openTestDatabase(db.url, { maxConnections: 1 });
    for (const team of teams) {
      await db.owner.query(`insert into teams (id, name) values ($1, $1)`, [team]);
      await db.owner.query(`insert into projects (id, team_id, name) values ($1 || ' project', $1, 'P')`, [
        team,
      ]);
      await db.owner.query(
        `insert into projects (id, team_id, name) values ($1 || ' empty project', $1, 'E')`,
        [team],
      );
      await db.owner.query(`insert into agents (id, team_id, name) values ($1 || ' agent', $1, 'A')`, [team]);
    }
    await seedInBulk(db, 'tasks', seed);
  });
  afterAll(async () => {
    await single.close();
    await db.close();
  });

  type Planned = { text: string; parameters: readonly string[] };

  /** Runs a statement and undoes it. */
  async function explain({ text, parameters }: Planned, params: Record<string, unknown>, mode: string) {
    const { pool } = single;
    const literals = parameters.map((name) => toLiteral(params[name]));
    const call = literals.length > 0 ? `planned(${literals.join(', ')})` : 'planned';
    await pool.query(`begin; set local plan_cache_mode = ${mode}; prepare planned as ${text}`);
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, timing off, format json) execute ${call}`,
    );
    await pool.query('rollback; deallocate planned');
    return (rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan;
  }

  const queues = [
    ...teams.map((team) => ({ shape: 'team' as const, team, project: null })),
    ...teams.map((team) => ({ shape: 'project' as const, team, project: `${team} project` })),
    { shape: 'project' as const, team: 'busy', project: 'busy empty project' },
  ];
  const cases = queues.flatMap((queue) => priorities.map((priority) => ({ ...queue, priority })));

  it('claim-next reads few rows of one index, for every team, project and priority', async () => {
    for (const mode of modes) {
      for (const { shape, priority, team, project } of cases) {
        const plan = await explain(
          findStatements[shape],
          {
            ...{ teamId: [team], actorId: [`${team} agent`], tokenHash: [null] },
            ...{ projectId: [project], priority: [priority], taken: [] },
          },
          mode,
        );
        const what = `${mode} ${shape} ${team} ${project} ${priority}`;
        expect(rowsRead(plan, 'tasks'), what).toBeLessThanOrEqual(maxRowsRead);
        const [index, ...others] = indexesUsed(plan, 'tasks').filter((name) => name !== 'tasks_pkey');
        expect([index, ...others], what).toEqual([`tasks_queue_of_${shape}_idx`]);
      }
    }
  });

  it('the lookup for waiting agents reads no more tasks than requests wait', async () => {
    for (const mode of modes) {
      for (const { shape, priority, team, project } of cases) {
        const plan = await explain(
          countClaimableStatement,
          {
            teamIds: [team, team],
            projectIds: [project, project],
            priorities: [priority, priority],
            agentIds: [null, `${team} agent`],
            counts: [3, 3],
          },
          mode,
        );
        const what = `${mode} ${shape} ${team} ${project} ${priority}`;
        expect(rowsRead(plan, 'tasks'), what).toBeLessThanOrEqual(6);
        expect(indexesUsed(plan, 'tasks'), what).toEqual([`tasks_queue_of_${shape}_idx`]);
      }
    }
  });

  it('metrics read one task of each team, and the index of the queue for no more than they count', async () => {
    const plan = await explain(measureQueuesStatement, {}, 'force_generic_plan');
    expect(indexesUsed(plan, 'tasks')).toEqual([
      'tasks_team_id_status_created_at_id_idx',
      'tasks_queue_of_team_idx',
    ]);
    // `busy` and `last` have a claimable task in todo; of `busy`, 10,000 are counted.
    expect(Math.round(rowsRead(plan, 'tasks'))).toBe(2 + 10_000 + 1);
  });
});

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value))
    return `'{${value.map((item) => (item === null ? 'null' : `"${item}"`)).join()}}'`;
  return typeof value === 'number' ? String(value) : `'${value}'`;
}
