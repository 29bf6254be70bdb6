import { type BoardCursor, maxSearchCount } from '@crewboard/contracts';
import { type Queryable, queryMany, raw, type Sql, sql } from '@crewboard/db';
import { toJsonTime } from '../define-row.ts';
import type { Page } from '../read-page.ts';
import { type BoardTaskRow, boardTaskRow } from '../tasks/task-row.ts';
import { hasText, isMatched, matchesOf } from './board-filter.ts';
import { type ColumnInput, columnTasks, toColumnPage } from './column-tasks.ts';

/** How many tasks of the column one page looks at. */
const maxScanned = 1_000;

type Search = ColumnInput & { search: string };
/** The end is as the contracts write it. */
type Scanned = BoardTaskRow & { endTime: string | null; endId: string | null };
type Matched = BoardTaskRow & { isPartial: boolean };

/**
 * The newest tasks of the column that have the text; `end` is the last task that was looked at, if there are others.
 */
export function scanQuery(teamId: string, input: Search, limit: number): Sql {
  const { tasks, time, order } = columnTasks(teamId, input);
  const scanned = sql`select * from ${tasks} ${order} limit ${maxScanned}`;
  return sql`
    select scan."endTime", scan."endId", page.* from (select 1) as one
    left join (
      select ${toJsonTime(time)} as "endTime", id as "endId" from ${tasks} ${order} offset ${maxScanned - 1} limit 1
    ) as scan on true
    left join (
      select ${boardTaskRow.columns('tasks')} from (${scanned}) as tasks
      where ${hasText(raw('tasks.id'), input.search)} ${order} limit ${limit}
    ) as page on true`;
}

/** The tasks of the column among all of the team that have the text, unless those are too many. */
export function matchQuery(teamId: string, input: Search, limit: number): Sql {
  const { tasks, order } = columnTasks(teamId, input, isMatched(input.search));
  return sql`
    with matched as materialized (${matchesOf(teamId, input.search, maxSearchCount + 1)}),
    found as (select count(*) > ${maxSearchCount} as "isPartial" from matched)
    select found."isPartial", page.* from found
    left join (
      select ${boardTaskRow.columns('tasks')} from matched, lateral ${tasks}
      where not (select "isPartial" from found) ${order} limit ${limit}
    ) as page on true`;
}

/**
 * A page of the column with the text, at any share of tasks that have it: a common text is among the newest tasks, a
 * rare one is found through its index. For what is neither, the page is short, even empty, and the next one goes on
 * after the tasks that were looked at.
 */
export async function searchColumn(
  db: Queryable,
  teamId: string,
  input: Search,
): Promise<Page<BoardTaskRow, BoardCursor>> {
  const { limit } = input;
  const scanned = await queryMany<Scanned>(db, scanQuery(teamId, input, limit + 1));
  const found = scanned.filter(({ id }) => id !== null);
  const [first] = scanned;
  if (found.length > limit || !first?.endId || !first.endTime) return toColumnPage(found, limit);
  const matched = await queryMany<Matched>(db, matchQuery(teamId, input, limit + 1));
  if (!matched[0]?.isPartial) {
    return toColumnPage(
      matched.filter(({ id }) => id !== null),
      limit,
    );
  }
  const nextCursor: BoardCursor = { time: first.endTime, id: first.endId };
  return { ...toColumnPage(found, limit), nextCursor };
}
