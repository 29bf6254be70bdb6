import {
  type BoardColumn,
  type BoardCounts,
  isSeenBy,
  type Task,
  type TaskStatus,
} from '@crewboard/contracts';
import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { changeBoard, changeCounts, findTask, placeTask, type TaskChange } from './board-cache.ts';
import type { BoardChoice } from './board-filter.ts';
import { COLUMN_KEY } from './board-queries.ts';

type BoardInput = BoardChoice & { teamId: string; status?: TaskStatus; limit?: number };
type ColumnData = InfiniteData<BoardColumn>;

/** A read of the board that is in the cache: a column, or the counts. */
type CachedRead = { queryKey: QueryKey; choice: BoardChoice } & (
  | { status: TaskStatus; data: ColumnData }
  | { status: undefined; data: BoardCounts }
);

/** A change that the log tells of. */
export interface LoggedChange {
  xid: bigint;
  change: TaskChange;
  /** It was shown here, and counted, before the log told of it. */
  isCounted?: boolean;
}

/** Shows a change on every board in the cache, whatever its filters: going back must not show what was. */
export function changeCachedBoards(queryClient: QueryClient, boardKey: QueryKey, change: TaskChange): void {
  for (const read of cachedReads(queryClient, boardKey)) {
    const { queryKey, status, choice } = read;
    const next = status
      ? changeBoard({ columns: { [status]: read.data } }, choice, change).columns[status]
      : changeCounts(read.data, choice, change);
    if (next !== read.data) queryClient.setQueryData(queryKey, next);
  }
}

/** Shows a task where it belongs, on every board in the cache, and counts nothing. */
export function placeOnCachedBoards(queryClient: QueryClient, boardKey: QueryKey, task: Task): void {
  for (const { queryKey, status, choice, data } of cachedReads(queryClient, boardKey)) {
    if (status) queryClient.setQueryData(queryKey, placeTask(data, status, choice, task));
  }
}

/**
 * Shows changes that the log tells of: where a task is known in a later state already, that one stays. However many
 * they are, each read is written once.
 */
export function followOnCachedBoards(
  queryClient: QueryClient,
  boardKey: QueryKey,
  logged: LoggedChange[],
): void {
  for (const read of cachedReads(queryClient, boardKey)) {
    const next = follow(read, read.status ? logged : logged.filter(({ isCounted }) => !isCounted));
    if (next !== read.data) queryClient.setQueryData(read.queryKey, next);
  }
}

/** A read that has just arrived, with what the log has told since it was asked for. */
export function bringUpToDate(query: Query, logged: LoggedChange[]): unknown {
  const read = readOf(query);
  return read ? follow(read, logged) : query.state.data;
}

function follow(read: CachedRead, logged: LoggedChange[]): ColumnData | BoardCounts {
  return logged.reduce<ColumnData | BoardCounts>((data, each) => {
    const now = { ...read, data } as CachedRead;
    return now.status ? followInColumn(now, each) : followInCounts(now, each);
  }, read.data);
}

function followInColumn(read: CachedRead & { data: ColumnData }, { change }: LoggedChange): ColumnData {
  const { after } = change;
  if (!after || !read.status) return read.data;
  const known = findTask(read.data, after.id);
  return placeTask(read.data, read.status, read.choice, newer(after, known)) as ColumnData;
}

function followInCounts(read: CachedRead, { xid, change }: LoggedChange): BoardCounts {
  const counts = read.data as BoardCounts;
  return isSeenBy(counts.snapshot, xid) ? counts : changeCounts(counts, read.choice, change);
}

/** Every change makes `updatedAt` later. */
const newer = (one: Task, other: Task | undefined): Task =>
  other && other.updatedAt >= one.updatedAt ? other : one;

function* cachedReads(queryClient: QueryClient, boardKey: QueryKey): Generator<CachedRead> {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: boardKey })) {
    const read = readOf(query);
    if (read) yield read;
  }
}

function readOf({ queryKey, state }: Query): CachedRead | undefined {
  const [path] = queryKey as [string[]];
  if (path[0] !== 'board') return undefined;
  const { input } = (queryKey[1] ?? {}) as { input?: BoardInput };
  // The command palette reads single pages of its own: they are no columns.
  if (!input || state.data === undefined || (input.status && queryKey[2] !== COLUMN_KEY)) return undefined;
  const { status, limit: _, teamId: __, ...choice } = input;
  return { queryKey, choice, status, data: state.data } as CachedRead;
}
