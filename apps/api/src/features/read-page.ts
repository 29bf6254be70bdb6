import type { BoardCursor } from '@crewboard/contracts';
import {
  defineStatement,
  type Expression,
  type Queryable,
  queryOne,
  raw,
  type Sql,
  sql,
} from '@crewboard/db';
import { AppError } from '../errors.ts';
import type { ResponseMetadata } from './verb-context.ts';

/** Where a list continues after a page, or after any of its items: a transport may send only the first items. */
export type PageCursors<Cursor = string> = {
  /** After the page; null on the last one. */
  nextCursor: Cursor | null;
  /** After the item of the page with this index. */
  cursorAt: (index: number) => Cursor;
};

export type Page<Row, Cursor = string> = PageCursors<Cursor> & { rows: Row[] };

/** Sets the cursors of the response. */
export function setCursors(
  { response }: { response: ResponseMetadata },
  { nextCursor, cursorAt }: PageCursors<string | BoardCursor>,
): void {
  // The cursor of a board column is an object in the output instead: only the dashboard reads columns.
  if (typeof nextCursor === 'string') response.nextCursor = nextCursor;
  response.cursorAt = cursorAt;
}

/**
 * A page of at most `limit` rows from up to `limit` + 1 selected rows: the extra row shows that there is a next page.
 * Rows of `cutPage` have the number of rows before its cut in their column `found`.
 */
export function toPage<Row extends object, Cursor>(
  selected: Row[],
  limit: number,
  cursorOf: (last: Row) => Cursor,
): Page<Row, Cursor> {
  const rows = selected.slice(0, limit);
  const last = rows.at(-1);
  const [first] = selected;
  const foundCount = Number(first && 'found' in first ? first.found : selected.length);
  const hasMore = foundCount > rows.length;
  const cursorAt = (index: number) => cursorOf(rows[index] as Row);
  return { rows, nextCursor: last && hasMore ? cursorOf(last) : null, cursorAt };
}

/**
 * The SQL of a list of one owner's items by the time of their creation. The cursor is the id of the last item of the
 * page before.
 */
export type CreationOrder = {
  /** SQL: whether a row comes after the item of the cursor; false if the owner has no such item. */
  after: (params: { cursor: Expression; ownerId: Expression }) => Sql;
  /** SQL: the columns and the direction, from the name of a row. */
  by: (row: string) => Sql;
  hasItem: (db: Queryable, params: { cursor: string; ownerId: string }) => Promise<boolean>;
};

type Table = 'agents' | 'comments' | 'projects' | 'tasks' | 'webhook_deliveries' | 'webhooks';
type Owner = 'team_id' | 'task_id' | 'webhook_id';

/** Whether deleted items keep their place in a tombstone, so that a list can go on after them. */
const leavesTombstone = (table: Table) => table === 'tasks' || table === 'projects';

export function creationOrder(table: Table, owner: Owner, direction: 'asc' | 'desc'): CreationOrder {
  const itemIn = (name: string, { cursor, ownerId }: { cursor: Expression; ownerId: Expression }) =>
    sql`select created_at, id from ${raw(name)} where id = ${cursor} and ${raw(owner)} = ${ownerId}`;
  const item = (params: { cursor: Expression; ownerId: Expression }) =>
    leavesTombstone(table)
      ? sql`${itemIn(table, params)} union all ${itemIn('tombstones', params)}`
      : itemIn(table, params);
  const selectItem = defineStatement<{ cursor: string; ownerId: string }, object>(item);
  return {
    after: (params) => sql`(created_at, id) ${raw(direction === 'asc' ? '>' : '<')} (${item(params)})`,
    by: (row) => raw(`${row}.created_at ${direction}, ${row}.id ${direction}`),
    hasItem: async (db, params) => (await queryOne(db, selectItem, params)) !== undefined,
  };
}

type PageQuery<Row> = {
  db: Queryable;
  order: CreationOrder;
  ownerId: string;
  limit: number;
  cursor: string | null | undefined;
  /** Reads at most this many rows after the cursor. */
  read: (limit: number) => Promise<Row[]>;
};

export const invalidCursor = () =>
  new AppError(
    'INVALID_CURSOR',
    ({ nextCursor }) =>
      `The cursor is not the id of an item of this list. Pass ${nextCursor} unchanged, or omit it for the first page.`,
  );

/** Reads a page of a list by creation. Throws INVALID_CURSOR if the cursor is not the id of an item of the owner. */
export async function readPage<Row extends { id: string }>({
  db,
  order,
  ownerId,
  limit,
  cursor,
  read,
}: PageQuery<Row>): Promise<Page<Row>> {
  const rows = await read(limit + 1);
  if (rows.length === 0 && cursor != null && !(await order.hasItem(db, { cursor, ownerId }))) {
    throw invalidCursor();
  }
  return toPage(rows, limit, ({ id }) => id);
}
