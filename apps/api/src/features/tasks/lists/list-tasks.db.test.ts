import type { BoardCursor } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import {
  anyOf,
  combinations,
  owners,
  planModes,
  tasks,
  timeOf,
  useManyTasks,
} from '#test/support/many-tasks.ts';
import { indexesUsed, rowsRead } from '#test/support/query-plan.ts';
import { overviewList } from '../../agents/list-agent-overviews.ts';
import { columnQuery, hasIndex } from '../../board/column-tasks.ts';
import { countColumnsStatement, countMatches } from '../../board/count-columns.ts';
import { maxSorted, sortQuery } from '../../board/sort-column.ts';
import { columnWalkQuery, filterColumn, maxWalked } from '../../board/walk-column.ts';
import { maxCounted, maxLookedAt } from '../../bounded-count.ts';
import { projectList } from '../../projects/list-projects.ts';
import type { Page } from '../../read-page.ts';
import { selectClosed } from '../background/archive-tasks.ts';
import { type BoardTaskRow, boardTaskRow, taskRow } from '../task-row.ts';
import { claimableWalk } from './claimable-walk.ts';
import { archiveWalk, maxLookedAt as maxLookedAtInArchive } from './list-archive.ts';
import { dependantsQuery } from './list-dependants.ts';
import { listStatement } from './list-tasks.ts';
import { walkQuery } from './walk-tasks.ts';

const limit = 100;
const maxRowsRead = 10 * limit;
/** The number of tasks in `todo` of the large team. */
const tasksInTodo = 900;

const { db, client, explain, read } = useManyTasks();

describe(`reading a page of ${tasks} tasks`, () => {
  it.each(planModes)(`reads at most ${maxRowsRead} rows, for every filter and page (%s)`, async (mode) => {
    await client().query(`set plan_cache_mode = ${mode}`);
    const tooMany: unknown[] = [];
    for (const filters of combinations) {
      const { text, parameters } = listStatement(filters);
      const params = { teamId: 'team', actorId: 'agent', tokenHash: null, limit: limit + 1, ...filters };
      const count = await read({ text, values: parameters.map((name) => params[name]) });
      if (count > maxRowsRead) tooMany.push({ ...filters, count });
    }
    expect(combinations).toHaveLength(168);
    expect(tooMany).toEqual([]);
  });

  const columns = combinations.flatMap(({ status, cursor: id, ...filters }) =>
    status
      ? anyOf('high' as const).map((priority) => ({
          ...{ teamId: 'team', status, limit, priority, ...filters },
          cursor: id ? { time: timeOf(id), id } : null,
        }))
      : [],
  );

  it.each(planModes)(
    `reads at most ${maxRowsRead} rows for a column with an index, for every filter and page (%s)`,
    async (mode) => {
      await client().query(`set plan_cache_mode = ${mode}`);
      const tooMany: unknown[] = [];
      for (const input of columns.filter(hasIndex)) {
        const count = await read(columnQuery('team', input, limit + 1));
        if (count > maxRowsRead) tooMany.push({ ...input, count });
      }
      expect(tooMany).toEqual([]);
    },
  );

  it.each(planModes)(
    `reads at most ${maxWalked} rows, and their end, for a column without an index (%s)`,
    async (mode) => {
      await client().query(`set plan_cache_mode = ${mode}`);
      const wrong: unknown[] = [];
      for (const input of columns.filter((each) => !hasIndex(each))) {
        const plan = await explain(columnWalkQuery('team', input, limit + 1));
        const count = rowsRead(plan, 'tasks');
        const isCommon = input.agentId === 'busy' && !input.priority && input.projectId !== 'small';
        const max = isCommon && input.status === 'done' ? maxRowsRead : 2 * maxWalked;
        const index = input.status === 'todo' ? 'tasks_of_' : 'board_by';
        // If few tasks come before the end, PostgreSQL may collect the rows first, and names no index.
        const used = indexesUsed(plan, 'tasks').filter((name) => name.startsWith('tasks_'));
        if (count > max || used.some((name) => !name.includes(index))) wrong.push({ ...input, count, used });
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each(planModes)(
    'reads a bounded number of rows for tasks in todo in the order of the queue (%s)',
    async (mode) => {
      await client().query(`set plan_cache_mode = ${mode}`);
      const { rows } = await client().query<{ rank: string }>(`select rank from tasks where id = 'task1500'`);
      const after = { priority: 'normal', rank: rows[0]?.rank ?? '', id: 'task1500' } as const;
      const wrong: unknown[] = [];
      for (const each of columns.filter(({ status }) => status === 'todo'))
        for (const agentId of [each.agentId, ...(each.agentId || each.memberId ? [] : ['nobody'])]) {
          const input = { ...each, agentId, order: 'queue' as const, cursor: each.cursor && after };
          const isSorted = Boolean(each.agentId || each.memberId);
          const query = hasIndex(input) ? columnQuery : isSorted ? sortQuery : columnWalkQuery;
          const plan = await explain(query('team', input, limit + 1));
          const count = rowsRead(plan, 'tasks');
          const max = hasIndex(input) ? maxRowsRead : isSorted ? 2 * maxSorted + 2 : 2 * maxWalked;
          if (count > max) wrong.push({ ...input, count });
          const used = indexesUsed(plan, 'tasks').filter((name) => name.startsWith('tasks_'));
          if (!isSorted && used.some((name) => !name.includes('tasks_todo_of_')))
            wrong.push({ ...input, used });
        }
      expect(wrong).toEqual([]);
    },
  );

  it('finds each task of a filter without an index once, page by page, even if most pages are empty', async () => {
    const found: string[] = [];
    let cursor: BoardCursor | null = null;
    let pages = 0;
    do {
      const input = { teamId: 'team', status: 'done' as const, limit, agentId: 'idle', cursor };
      const page: Page<BoardTaskRow, BoardCursor> = await filterColumn(client(), 'team', input);
      found.push(...page.rows.map(({ id }) => id));
      cursor = page.nextCursor;
      pages += 1;
    } while (cursor);
    const { rows } = await client().query<{ id: string }>(
      `select id from tasks where team_id = 'team' and status = 'done' and assigned_agent_id = 'idle'
       order by created_at desc, id desc`,
    );
    expect(rows.length).toBeGreaterThan(limit);
    expect(found).toEqual(rows.map(({ id }) => id));
    expect(pages).toBeGreaterThan(180_000 / maxWalked - 1);
    expect(pages).toBeLessThan(180_000 / maxWalked + 3);
  });

  it.each(planModes)(
    'reads no tasks for counts by status, of the team and of each project (%s)',
    async (mode) => {
      await client().query(`set plan_cache_mode = ${mode}`);
      for (const projectId of [null, 'big', 'small', 'foreign']) {
        for (const { text, parameters } of [countColumnsStatement, projectList.first]) {
          const params = { teamId: 'team', projectId, limit: limit + 1, cursor: null };
          const plan = await explain({
            text,
            values: parameters.map((name) => params[name as keyof typeof params]),
          });
          expect(rowsRead(plan, 'tasks')).toBe(0);
          // For each project of the page: four statuses.
          expect(rowsRead(plan, 'task_counts')).toBeLessThanOrEqual(8);
        }
      }
    },
  );

  it.each(planModes)('reads a bounded number of tasks for the counts of other filters (%s)', async (mode) => {
    await client().query(`set plan_cache_mode = ${mode}`);
    const wrong: unknown[] = [];
    for (const { projectId, agentId, memberId } of owners) {
      for (const filter of [
        { projectId, agentId, memberId },
        { projectId, agentId, memberId, priority: 'high' as const },
        ...(memberId ? [] : [{ projectId, agentId: agentId ?? 'nobody' }]),
      ]) {
        const plan = await explain(countMatches('team', { teamId: 'team', ...filter }));
        const count = rowsRead(plan, 'tasks');
        // All tasks of this agent match, and unassigned tasks are common.
        const max = filter.priority || (!agentId && !memberId) ? maxLookedAt + 1 : maxCounted + 1;
        const used = indexesUsed(plan, 'tasks').filter((name) => name.startsWith('tasks_'));
        const index = agentId
          ? /^tasks_of_agent_/
          : memberId
            ? /^tasks_(of|board_by)_member_/
            : /^tasks_of_(team|project)_idx$|^tasks_board_by_/;
        if (count > 4 * max || used.some((name) => !index.test(name))) wrong.push({ ...filter, count, used });
      }
    }
    expect(wrong).toEqual([]);
  });

  it('counts the tasks that each agent of a page holds, up to the bound', async () => {
    const { text, parameters } = overviewList.first;
    const params = { teamId: 'team', limit: limit + 1, cursor: null };
    const plan = await explain({
      text,
      values: parameters.map((name) => params[name as keyof typeof params]),
    });
    expect(rowsRead(plan, 'tasks')).toBeLessThanOrEqual(2 * (maxCounted + 1));
  });

  it.each(planModes)(
    'reads at most 1,000 archived tasks for a page of the archive, and those of the page (%s)',
    async (mode) => {
      await client().query(`set plan_cache_mode = ${mode}`);
      await db().owner.query(
        `update tasks set archived_at = now(), in_queue = false where team_id = 'other' and archived_at is null`,
      );
      await db().owner.query('analyze tasks');
      const wrong: unknown[] = [];
      for (const filters of [
        {},
        { status: 'cancelled' as const },
        { projectId: 'foreign' },
        { search: 'ancient' },
      ])
        for (const cursor of anyOf('task100000', 'task1500')) {
          const wanted = { teamId: 'other', limit, cursor, ...filters };
          const count = await read(walkQuery(boardTaskRow, archiveWalk(wanted)));
          if (count > 2 * maxLookedAtInArchive + 2) wrong.push({ ...wanted, count });
        }
      expect(wrong).toEqual([]);
    },
  );

  it.each(planModes)('reads only tasks in the queue for a page of claimable tasks (%s)', async (mode) => {
    await client().query(`set plan_cache_mode = ${mode}`);
    const wrong: unknown[] = [];
    const callers = [
      { kind: 'agent', id: 'idle', teamId: 'team' },
      { kind: 'key', id: 'key', teamId: 'team' },
    ] as const;
    for (const caller of callers)
      for (const filters of [{}, { projectId: 'small' }, { agentId: 'idle' }, { status: 'done' as const }])
        for (const cursor of anyOf('task1500')) {
          const walk = claimableWalk(caller, { limit, archived: false, cursor, ...filters });
          const count = await read(walkQuery(taskRow, walk));
          if (count > tasksInTodo + 1) wrong.push({ ...caller, ...filters, cursor, count });
        }
    expect(wrong).toEqual([]);
  });

  it.each(planModes)('looks up the dependants of a task by their ids (%s)', async (mode) => {
    await client().query(`set plan_cache_mode = ${mode}`);
    await db().owner.query(
      `insert into task_dependencies select 'task1', 'task' || n from generate_series(2, 501) as n on conflict do nothing`,
    );
    await db().owner.query('analyze task_dependencies');
    const wanted = { blockedBy: 'task1', limit, archived: false, claimable: false, wait: 0 };
    for (const filters of [{}, { status: 'todo' as const }, { projectId: 'small', cursor: 'task400' }]) {
      const query = dependantsQuery('team', { teamId: 'team', ...wanted, ...filters });
      expect(await read(query)).toBeLessThanOrEqual(501);
    }
  });

  it.each(planModes)(
    'finds closed tasks that are old enough to archive through an index (%s)',
    async (mode) => {
      await client().query(`set plan_cache_mode = ${mode}`);
      await db().owner.query(`update projects set archive_after_days = 1 where id = 'big'`);
      const plan = await explain({ text: selectClosed.text, values: [] });
      expect(rowsRead(plan, 'tasks')).toBeLessThanOrEqual(400);
    },
  );

  // The indexes of claim-next, leases and attention have plan tests of their own.
  it('uses every index on tasks that it may use: an unused one would only slow down writes', async () => {
    await client().query('select pg_stat_force_next_flush()');
    const { rows } = await client().query<{ name: string }>(
      `select indexrelname as name from pg_stat_user_indexes
       where relname = 'tasks' and idx_scan = 0 and indexrelname !~ '^tasks_(queue|offered|released|in_queue|check|external_id|of_parent|attention)_|^tasks_archived_(with|of)_project_' order by 1`,
    );
    expect(rows).toEqual([]);
  });
});
