import type { BoardCursor } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { combinations, useManyTasks } from '#test/support/many-tasks.ts';
import { rowsRead } from '#test/support/query-plan.ts';
import { maxLookedAt } from '../bounded-count.ts';
import type { Page } from '../read-page.ts';
import type { BoardTaskRow } from '../tasks/task-row.ts';
import { countFound } from './count-columns.ts';
import { matchQuery, maxCandidates, scanQuery, searchColumn } from './search-column.ts';

const limit = 100;
const { client, explain } = useManyTasks();

const searched = combinations.filter(
  ({ status, projectId, agentId, cursor }) =>
    !cursor &&
    (status === 'done' || !status) &&
    (!projectId || !agentId) &&
    agentId !== 'stranger' &&
    projectId !== 'foreign',
);
const searches = ['task', 'Ta', 'rare', 'ancient', 'zebra', 'zq', '%%'];

it('reads a bounded number of rows for a page of a search, for every text', async () => {
  await client().query('set plan_cache_mode = auto');
  const tooMany: unknown[] = [];
  for (const search of searches) {
    for (const { status = 'in_progress', projectId, agentId } of searched) {
      const input = { teamId: 'team', status, limit, projectId, agentId, search, cursor: null };
      const pages = [scanQuery('team', input, limit + 1), matchQuery('team', input, limit + 1)];
      for (const [query, max] of [
        ...pages.map((page) => [page, 4 * maxCandidates] as const),
        // This statement counts all columns at once, and looks into each text if the index cannot find the text.
        ...(status === 'done' ? [[countFound('team', input), 4 * maxLookedAt] as const] : []),
      ]) {
        const plan = await explain(query);
        const count = rowsRead(plan, 'tasks') + rowsRead(plan, 'task_search');
        if (count > max) tooMany.push({ ...input, count, text: query.text.slice(0, 60) });
      }
    }
  }
  expect(tooMany).toEqual([]);
});

it('finds each task of a column once, page by page, even if most pages are empty', async () => {
  const found: string[] = [];
  let cursor: BoardCursor | null = null;
  let pages = 0;
  do {
    const input = { teamId: 'other', status: 'done' as const, limit, search: 'ancient', cursor };
    const page: Page<BoardTaskRow, BoardCursor> = await searchColumn(client(), 'other', input);
    found.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor;
    pages += 1;
  } while (cursor);
  const { rows } = await client().query<{ id: string }>(
    `select id from tasks where team_id = 'other' and status = 'done' and title like '%ancient'
     order by created_at desc, id desc`,
  );
  expect(rows.length).toBeGreaterThan(maxCandidates);
  expect(found).toEqual(rows.map(({ id }) => id));
  expect(pages).toBeLessThan(60);
});
