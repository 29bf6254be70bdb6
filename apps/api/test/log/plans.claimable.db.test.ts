import { describe, expect, it } from 'vitest';
import { claimableWalk, maxLookedAt } from '../../src/features/tasks/lists/claimable-walk.ts';
import { walkQuery, walkTasks } from '../../src/features/tasks/lists/walk-tasks.ts';
import { taskRow } from '../../src/features/tasks/task-row.ts';
import { indexesUsed, type Plan, rowsRead } from '../support/query-plan.ts';
import { tasks, useManyQueues } from './support/many-queues.ts';

describe(`a page of what can be claimed of ${tasks} tasks`, () => {
  const { owner, pool } = useManyQueues();
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
