import type { BoardCursor } from '@crewboard/contracts';
import { type Queryable, queryMany, raw, type Sql, sql } from '@crewboard/db';
import type { Page } from '../read-page.ts';
import { hasText } from '../task-search.ts';
import { type BoardTaskRow, boardTaskRow } from '../tasks/task-row.ts';
import { isTrueMatch, searchCandidates, taskOfCandidate } from './board-filter.ts';
import { type ColumnInput, columnOrder, columnTasks, propertiesOf, toColumnPage } from './column-tasks.ts';
import { columnWalkQuery, walkColumn } from './walk-column.ts';

/**
 * A page of the tasks of the column with the text. A common text is among the first tasks; a rare text is found through
 * its index. For a text that is neither, the page is short, even empty, and the next page goes on after the tasks that
 * were looked at.
 */
export async function searchColumn(
  db: Queryable,
  teamId: string,
  input: Search,
): Promise<Page<BoardTaskRow, BoardCursor>> {
  const { limit } = input;
  const { rows, end } = await walkColumn(db, scanQuery(teamId, input, limit + 1));
  const page = toColumnPage(input, rows, limit);
  // The page is full, or the scan has looked at the whole column.
  if (!end) return page;
  const matches = await queryMany<Match>(db, matchQuery(teamId, input, limit + 1));
  return matches[0]?.areTooMany ? { ...page, nextCursor: end } : toColumnPage(input, matches, limit);
}

/** The maximum of tasks of the column that one page looks at. */
const maxScanned = 1_000;

/** The maximum of tasks of the team with the text that one page sorts. */
export const maxCandidates = 1_000;

type Search = ColumnInput & { search: string };
type Match = BoardTaskRow & { areTooMany: boolean };

/** SQL: the tasks with the text among the first tasks of the column. */
export const scanQuery = (teamId: string, input: Search, limit: number): Sql =>
  columnWalkQuery(teamId, input, limit, {
    maxTasks: maxScanned,
    filters: [hasText(raw('tasks.id'), input.search)],
  });

/**
 * SQL: the tasks of the column among all tasks of the team with the text. `areTooMany`: more than `maxCandidates` of the
 * team; then no task is returned.
 */
export function matchQuery(teamId: string, input: Search, limit: number): Sql {
  const filters = [...propertiesOf(teamId, input), isTrueMatch(input.search)];
  const tasks = columnTasks(teamId, input, filters, sql`candidates, ${taskOfCandidate}`);
  const order = columnOrder(input);
  return sql`
    with candidates as materialized (${searchCandidates(teamId, input.search, maxCandidates + 1)}),
    found as (select count(*) > ${maxCandidates} as "areTooMany" from candidates)
    select found."areTooMany", page.* from found
    left join (
      select ${boardTaskRow.columns('tasks')} from (${tasks}) as tasks
      where not (select "areTooMany" from found) ${order} limit ${limit}
    ) as page on true`;
}
