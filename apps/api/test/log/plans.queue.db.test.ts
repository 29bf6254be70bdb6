import { describe, expect, it, onTestFinished } from 'vitest';
import { sweepWorkStatement } from '../../src/features/tasks/background/sweep-work.ts';
import { claimableWalk, maxLookedAt } from '../../src/features/tasks/lists/claimable-walk.ts';
import { walkQuery, walkTasks } from '../../src/features/tasks/lists/walk-tasks.ts';
import { countClaimableStatement } from '../../src/features/tasks/queue/count-claimable.ts';
import { findStatements, withStopsStatements } from '../../src/features/tasks/queue/find-in-queue.ts';
import { measureQueuesStatement } from '../../src/features/tasks/queue/measure-queues.ts';
import { heldTasksStatement } from '../../src/features/tasks/release-tasks.ts';
import { taskRow } from '../../src/features/tasks/task-row.ts';
import { indexesUsed, type Plan, rowsRead } from '../support/query-plan.ts';
import { projectsOfWorker, tasks, teams, useManyQueues } from './support/many-queues.ts';

/** The lookups of one statement: three priorities, for the agent and for everybody. */
const maxRowsRead = 12;

const priorities = [null, 'high', 'low'];
const modes = ['force_custom_plan', 'force_generic_plan'];

const { owner, pool } = useManyQueues();

describe(`a page of what can be claimed of ${tasks} tasks`, () => {
  const limit = 101;

  /** The plan, which the values of the call are part of. */
  async function explainPage(callerId: string | null, filters: object) {
    const caller = { kind: callerId ? 'agent' : 'key', id: callerId ?? 'key', teamId: 'busy' } as const;
    const { text, values } = walkQuery(
      taskRow,
      claimableWalk(caller, { limit, archived: false, ...filters }),
    );
    const { rows } = await pool().query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    );
    return (rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan;
  }

  const blocks = (plan: Plan) => (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);

  it.each([
    ['team', {}],
    ['team', { cursor: `task${tasks / 2 + 2}` }],
    ['project', { projectId: 'busy project' }],
    ['project', { projectId: 'busy project 3' }],
    ['project', { projectId: 'busy empty project' }],
    ['agent', { agentId: 'worker' }],
    ['agent', { agentId: 'worker', projectId: 'busy project 3' }],
  ])('reads an index of the queue of the %s no further than the page, for %o', async (of, filters) => {
    // Of the 30,000 tasks of others, some are between those for an agent.
    for (const callerId of [null, 'worker']) {
      const plan = await explainPage(callerId, filters);
      expect(rowsRead(plan, 'tasks'), `${callerId}`).toBeLessThanOrEqual(6 * limit);
      expect(blocks(plan), `${callerId}`).toBeLessThanOrEqual(10 * limit);
      expect(
        indexesUsed(plan, 'tasks').filter((name) => name !== 'tasks_pkey'),
        `${callerId}`,
      ).toEqual([`tasks_in_queue_of_${of}_idx`]);
    }
  });

  it('looks at 1,000 tasks where nothing can be claimed', async () => {
    await owner().query(`update agents set status = 'inactive' where id = 'worker'`);
    onTestFinished(
      async () => void (await owner().query(`update agents set status = 'active' where id = 'worker'`)),
    );
    for (const callerId of [null, 'idle agent']) {
      const plan = await explainPage(callerId, { agentId: 'worker' });
      expect(plan['Actual Rows'], `${callerId}`).toBe(1);
      expect(rowsRead(plan, 'tasks'), `${callerId}`).toBe(maxLookedAt);
      expect(rowsRead(plan, 'agents'), `${callerId}`).toBeLessThanOrEqual(maxLookedAt + 1);
      expect(blocks(plan), `${callerId}`).toBeLessThanOrEqual(5 * maxLookedAt);
    }
  });

  it('finds each task once, page by page, also where tasks of others are between them', async () => {
    const caller = { kind: 'agent', id: 'worker', teamId: 'busy' } as const;
    const filters = { projectId: 'busy project', limit: 2 * maxLookedAt, archived: false };
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const walk = claimableWalk(caller, { ...filters, cursor });
      const page = await walkTasks<{ id: string }>(pool(), taskRow, walk);
      expect(page.rows.length).toBeLessThan(maxLookedAt);
      found.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    const { rows } = await owner().query<{ id: string }>(`
      select id from tasks where project_id = 'busy project' and in_queue and assigned_agent_id is null
      order by created_at desc, id desc`);
    expect(rows.length).toBeGreaterThan(10 * maxLookedAt);
    expect(found).toEqual(rows.map(({ id }) => id));
  });

  it('reads nothing of a status in which nothing can be claimed', async () => {
    for (const filters of [{ status: 'done' }, { archived: true }, { memberId: 'person' }])
      expect(rowsRead(await explainPage(null, filters), 'tasks')).toBe(0);
  });
});

describe(`a queue in a table of ${tasks} tasks`, () => {
  type Planned = { text: string; parameters: readonly string[] };

  /** Runs a statement and undoes it. */
  async function explain({ text, parameters }: Planned, params: Record<string, unknown>, mode: string) {
    const literals = parameters.map((name) => toLiteral(params[name]));
    const call = literals.length > 0 ? `planned(${literals.join(', ')})` : 'planned';
    await pool().query(`begin; set local plan_cache_mode = ${mode}; prepare planned as ${text}`);
    const { rows } = await pool().query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, timing off, format json) execute ${call}`,
    );
    await pool().query('rollback; deallocate planned');
    return (rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan;
  }

  const ofTeam = (team: string, agent = `${team} agent`) =>
    ({ shape: 'team', team, project: null, agent }) as const;
  const ofProject = (project: string, team: string, agent = `${team} agent`) =>
    ({ shape: 'project', team, project, agent }) as const;
  const queues = [
    ...teams.map((team) => ofTeam(team)),
    ...teams.map((team) => ofProject(`${team} project`, team)),
    ofProject('busy empty project', 'busy'),
    ofTeam('busy', 'worker'),
    ofProject('busy project 3', 'busy', 'worker'),
    ofProject('busy empty project', 'busy', 'worker'),
  ];
  const cases = queues.flatMap((queue) => priorities.map((priority) => ({ ...queue, priority })));

  const usedInQueue = (plan: Plan) =>
    indexesUsed(plan, 'tasks')
      .filter((name) => name !== 'tasks_pkey')
      .sort();
  const indexesOf = (shape: string) =>
    ['tasks_queue_of_agent_idx', `tasks_offered_of_${shape}_idx`, 'tasks_released_idx'].sort();

  it('claim-next reads few rows of the indexes of the queue, for every team, project and priority', async () => {
    for (const mode of modes) {
      for (const { shape, priority, team, project, agent } of cases) {
        const plan = await explain(
          findStatements[shape],
          {
            ...{ teamId: [team], actorId: [agent], tokenHash: [null] },
            ...{ projectId: [project], priority: [priority], excludedIds: [] },
          },
          mode,
        );
        const what = `${mode} ${shape} ${agent} ${project} ${priority}`;
        const lookups = agent === 'worker' ? 2 * projectsOfWorker : 0;
        expect(rowsRead(plan, 'tasks'), what).toBeLessThanOrEqual(maxRowsRead + lookups);
        expect(usedInQueue(plan), what).toEqual(indexesOf(shape));
      }
    }
  });

  it('claim-next and the lookup for waiting agents pass over 10,000 tasks of a paused project', async () => {
    const tasksOfProject = await owner().query(
      `select from tasks where project_id = 'busy project' and in_queue and assigned_agent_id is null`,
    );
    expect(tasksOfProject.rowCount).toBeGreaterThan(10_000);
    await owner().query(`
      insert into pauses (team_id, subject_id, subject_type, mode, reason, paused_at, paused_by_kind)
      values ('busy', 'busy project', 'project', 'finish', 'R', now(), 'system')`);
    await owner().query(`
      insert into tasks (id, team_id, project_id, title, priority, in_queue, created_at)
      select 'behind' || n, 'busy', 'busy empty project', 'T', 'low', true, '2027-01-01' from generate_series(1, 3) as n`);
    try {
      for (const mode of modes) {
        for (const priority of priorities) {
          const plan = await explain(
            withStopsStatements.team,
            {
              ...{ teamId: ['busy'], actorId: ['busy agent'], tokenHash: [null] },
              ...{ projectId: [null], priority: [priority], excludedIds: [] },
            },
            mode,
          );
          const probe = await explain(
            countClaimableStatement,
            {
              ...{ teamIds: ['busy', 'busy'], projectIds: [null, null], priorities: [priority, priority] },
              ...{ agentIds: [null, 'busy agent'], counts: [3, 3] },
            },
            mode,
          );
          for (const each of [plan, probe]) {
            const read = ['tasks', 'projects', 'pauses'].map((table) => rowsRead(each, table));
            expect(
              Math.round(read.reduce((sum, rows) => sum + rows)),
              `${mode} ${priority}`,
            ).toBeLessThanOrEqual(100);
          }
          expect(usedInQueue(plan), mode).toEqual(indexesOf('project'));
        }
      }
    } finally {
      await owner().query(`delete from pauses; delete from tasks where id like 'behind%'`);
    }
  });

  it('claim-next and the lookup for waiting agents pass over 3,000 tasks that the agent has released', async () => {
    const release = (agents: string, count: number) =>
      owner().query(`
        update tasks set released_by = '${agents}', released_until = now() + interval '10 minutes', check_at = now() + interval '10 minutes'
        where id in (select id from tasks where project_id = 'busy project' and in_queue and assigned_agent_id is null
          and released_by is null order by priority desc, rank limit ${count})`);
    await release('{busy agent}', 2_000);
    await release('{another,busy agent}', 1_000);
    await release('{another}', 10);
    try {
      for (const mode of modes) {
        for (const shape of ['team', 'project'] as const) {
          for (const priority of priorities) {
            const project = shape === 'team' ? null : 'busy project';
            const plan = await explain(
              withStopsStatements[shape],
              {
                ...{ teamId: ['busy'], actorId: ['busy agent'], tokenHash: [null] },
                ...{ projectId: [project], priority: [priority], excludedIds: [] },
              },
              mode,
            );
            const probe = await explain(
              countClaimableStatement,
              {
                ...{
                  teamIds: ['busy', 'busy'],
                  projectIds: [project, project],
                  priorities: [priority, priority],
                },
                ...{ agentIds: [null, 'busy agent'], counts: [3, 3] },
              },
              mode,
            );
            // Of three groups; the first eight tasks of the one that others have released.
            for (const each of [plan, probe])
              expect(Math.round(rowsRead(each, 'tasks')), `${mode} ${shape} ${priority}`).toBeLessThanOrEqual(
                50,
              );
            expect(usedInQueue(plan), mode).toEqual(indexesOf(shape));
          }
        }
      }
    } finally {
      await owner().query(
        `update tasks set (released_by, released_until, check_at) = (null, null, null) where released_by is not null`,
      );
    }
  });

  it('the lookup for waiting agents reads no more tasks than requests wait', async () => {
    for (const mode of modes) {
      for (const { shape, priority, team, project, agent } of cases) {
        const plan = await explain(
          countClaimableStatement,
          {
            teamIds: [team, team],
            projectIds: [project, project],
            priorities: [priority, priority],
            agentIds: [null, agent],
            counts: [3, 3],
          },
          mode,
        );
        const what = `${mode} ${shape} ${agent} ${project} ${priority}`;
        const lookups = agent === 'worker' ? projectsOfWorker : 0;
        expect(rowsRead(plan, 'tasks'), what).toBeLessThanOrEqual(6 + lookups);
        // What agents have released is looked at only where there are not enough others.
        expect(indexesOf(shape), what).toEqual(expect.arrayContaining(usedInQueue(plan)));
        expect(usedInQueue(plan), what).toEqual(expect.arrayContaining(indexesOf(shape).slice(0, 2)));
      }
    }
  });

  it('the release of what an agent holds reads that alone, and so does the sweeper for a deactivated agent', async () => {
    const held = `select from tasks where assigned_agent_id = 'holder' and status = 'in_progress' and archived_at is null`;
    const { rowCount } = await owner().query(held);
    expect(rowCount).toBeGreaterThan(1_000);
    for (const mode of modes) {
      const release = await explain(heldTasksStatement, { agentId: 'holder', teamId: 'busy' }, mode);
      const sweep = await explain(sweepWorkStatement, { deactivatedWithin: '1 day' }, mode);
      for (const plan of [release, sweep]) expect(Math.round(rowsRead(plan, 'tasks')), mode).toBe(rowCount);
      expect(indexesUsed(release, 'tasks'), mode).toEqual(['tasks_of_agent_idx']);
    }
  });

  it('metrics read one task of each team, and the index of the queue for no more than they count', async () => {
    const plan = await explain(measureQueuesStatement, {}, 'force_generic_plan');
    expect(indexesUsed(plan, 'tasks')).toEqual(['tasks_in_queue_of_team_idx']);
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
