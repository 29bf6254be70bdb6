import type { ListTasks } from '@crewboard/contracts';
import { defineStatement, queryMany, sql } from '@crewboard/db';
import type { z } from 'zod';
import { invalid } from '#src/errors.ts';
import { cutPage } from '../../cut-page.ts';
import { invalidCursor, type Page, toPage } from '../../read-page.ts';
import type { VerbContext } from '../../verb-context.ts';
import { type TaskRow, taskRow } from '../task-row.ts';
import { hasProject } from './walk-tasks.ts';

// Lists the tasks with given ids. `limit 1` makes each id a lookup: without it, PostgreSQL would read the table.

type Input = z.output<typeof ListTasks>;
type Ids = { teamId: string; ids: readonly string[] };

const otherFilters = [
  ...(['status', 'projectId', 'agentId', 'memberId', 'blockedBy', 'claimable', 'parentId'] as const),
  ...(['externalId', 'archived', 'nextActor'] as const),
];

/** Throws VALIDATION_ERROR for other filters beside `ids`, and for `wait` and `waitFor` without `ids`. */
export function assertIdsAlone(input: Input): void {
  const disallowed = input.ids ? otherFilters : (['waitFor', 'wait'] as const);
  const message = input.ids ? 'cannot be set together with ids' : 'needs ids';
  const wrong = disallowed.filter((name) => Boolean(input[name]));
  if (wrong.length > 0) throw invalid(wrong.map((path) => ({ path, message })));
}

const selectFound = defineStatement<Ids, { id: string }>(
  ({ teamId, ids }) => sql`
  select task.id from unnest(${ids}::text[]) as wanted (id) cross join lateral (
    select id from tasks where tasks.id = wanted.id and team_id = ${teamId} and ${hasProject} limit 1) as task`,
);

/** Throws VALIDATION_ERROR with the ids that the team does not have. */
export function assertFound(ids: readonly string[], found: readonly { id: string }[]): void {
  const foundIds = new Set(found.map(({ id }) => id));
  const unknown = ids.filter((id) => !foundIds.has(id));
  if (unknown.length === 0) return;
  const message = `must be ids of tasks of this team: it has no ${unknown.join(', ')}`;
  throw invalid([{ path: 'ids', message }]);
}

const selectRows = defineStatement<Ids, TaskRow & { found: string }>(({ teamId, ids }) => {
  const rows = sql`
    select task.*, place from unnest(${ids}::text[]) with ordinality as wanted (id, place) cross join lateral (
      select * from tasks where tasks.id = wanted.id and team_id = ${teamId} and ${hasProject} limit 1) as task
    order by place`;
  const order = sql`page.place`;
  return sql`
    select ${taskRow.columns('page')}, found from (${cutPage({ rows, bytes: taskRow.bytes('page'), order })}) as page
    order by ${order}`;
});

/**
 * The tasks with these ids, archived or not, in the order of the ids. A page may have fewer, as it has at most 4 MiB.
 */
export async function listByIds(
  { db, actor }: VerbContext,
  { ids, cursor }: { ids: readonly string[]; cursor?: string | undefined },
): Promise<Page<TaskRow>> {
  const { teamId } = actor;
  assertFound(ids, await queryMany(db.reads, selectFound, { teamId, ids }));
  if (cursor !== undefined && !ids.includes(cursor)) throw invalidCursor();
  const remaining = cursor === undefined ? ids : ids.slice(ids.indexOf(cursor) + 1);
  const rows = await queryMany(db.reads, selectRows, { teamId, ids: remaining });
  return toPage(rows, remaining.length, ({ id }) => id);
}
