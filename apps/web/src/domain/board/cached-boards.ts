import {
  type BoardColumn,
  type BoardCounts,
  type BoardTask,
  isSeenBy,
  type TaskStatus,
} from '@crewboard/contracts';
import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { changeBoard, changeCounts, findTask, newerTask, placeTask, type TaskChange } from './board-cache.ts';
import type { BoardFilters } from './board-filters.ts';

type BoardInput = BoardFilters & { teamId: string; status?: TaskStatus; limit?: number };
type ColumnData = InfiniteData<BoardColumn>;

/** A read of the board that is in the cache: a column, or the counts. */
type CachedRead = { query: Query; teamId: string; filters: BoardFilters } & (
  | { status: TaskStatus; data: ColumnData }
  | { status: undefined; data: BoardCounts }
);

/** Where the boards are cached: all whose keys begin with this one, of all teams. */
interface BoardCache {
  queryClient: QueryClient;
  boardKey: QueryKey;
}

/** A change that the log tells of. */
export interface LoggedChange {
  teamId: string;
  xid: bigint;
  change: TaskChange;
  /** It was shown here, and counted, before the log told of it. */
  isCounted?: boolean;
}

/** Shows a change on every board in the cache, whatever its filters: going back must not show what was. */
export function changeCachedBoards(cache: BoardCache, teamId: string, change: TaskChange): void {
  const reads = [...cachedReads(cache)];
  const matchesBySearch = findBySearch(reads);
  for (const read of reads) {
    if (read.teamId !== teamId) continue;
    const { status } = read;
    const filters = filtersFor(read, change.after ?? change.before, matchesBySearch);
    const next = status
      ? changeBoard({ columns: { [status]: read.data } }, filters, change).columns[status]
      : changeCounts(read.data, filters, change);
    write(cache, read, next);
  }
}

/** Shows a task where it belongs, on every board in the cache, unless it is known in a later state; counts nothing. */
export function showOnCachedBoards(cache: BoardCache, teamId: string, task: BoardTask): void {
  const reads = [...cachedReads(cache)].filter((read) => read.teamId === teamId);
  const matchesBySearch = findBySearch(reads);
  const newest = reads.reduce(
    (known, read) => newerTask(known, read.status ? findTask(read.data, task.id) : undefined),
    task,
  );
  for (const read of reads) {
    const filters = filtersFor(read, newest, matchesBySearch);
    if (read.status) write(cache, read, placeTask(read.data, read.status, filters, newest));
  }
}

/**
 * Shows changes that the log tells of: where a task is known in a later state already, that one stays. However many
 * they are, each read is written once.
 */
export function applyToCachedBoards(cache: BoardCache, logged: LoggedChange[]): void {
  const reads = [...cachedReads(cache)];
  const matchesBySearch = findBySearch(reads);
  for (const read of reads) {
    const uncounted = logged.filter(({ isCounted }) => !isCounted);
    write(cache, read, follow(read, read.status ? logged : uncounted, matchesBySearch));
  }
}

/** What is written is as old as the read: an event does not make a board fresh that has to be read again. */
function write({ queryClient }: BoardCache, { query, data }: CachedRead, next: unknown): void {
  if (next === data) return;
  const { dataUpdatedAt, isInvalidated } = query.state;
  queryClient.setQueryData(query.queryKey, next, { updatedAt: dataUpdatedAt });
  if (isInvalidated) query.invalidate();
}

/** A read that has just arrived, with what the log has told since it was asked for. */
export function applyMissedChanges(query: Query, logged: LoggedChange[]): unknown {
  const read = readOf(query);
  return read ? follow(read, logged, findBySearch([read])) : query.state.data;
}

/** The newest state in which a board in the cache has this task. */
export function findOnCachedBoards(cache: BoardCache, taskId: string): BoardTask | undefined {
  return [...cachedReads(cache)].reduce<BoardTask | undefined>((newest, read) => {
    const task = read.status && findTask(read.data, taskId);
    return task ? newerTask(task, newest) : newest;
  }, undefined);
}

/** The tasks that are known to match a search, because a read under it holds them. */
type FoundBySearch = ReadonlyMap<string, ReadonlySet<string>>;

function findBySearch(reads: CachedRead[]): FoundBySearch {
  const matchesBySearch = new Map<string, Set<string>>();
  for (const { filters, ...read } of reads) {
    if (!filters.search || !read.status) continue;
    const ids = matchesBySearch.get(filters.search) ?? new Set();
    matchesBySearch.set(filters.search, ids);
    for (const { tasks } of read.data.pages) for (const { id } of tasks) ids.add(id);
  }
  return matchesBySearch;
}

/** The filters under which a task is to be looked at: one that the API has matchesBySearch is not asked for its words again. */
function filtersFor(
  { filters }: CachedRead,
  task: BoardTask | null,
  matchesBySearch: FoundBySearch,
): BoardFilters {
  const isFound = filters.search && task && matchesBySearch.get(filters.search)?.has(task.id);
  return isFound ? { ...filters, search: undefined } : filters;
}

function follow(
  read: CachedRead,
  logged: LoggedChange[],
  matchesBySearch: FoundBySearch,
): ColumnData | BoardCounts {
  return logged.reduce<ColumnData | BoardCounts>((data, each) => {
    if (each.teamId !== read.teamId) return data;
    const filters = filtersFor(read, each.change.after, matchesBySearch);
    const now = { ...read, filters, data } as CachedRead;
    return now.status ? followInColumn(now, each) : followInCounts(now, each);
  }, read.data);
}

function followInColumn(read: CachedRead & { data: ColumnData }, { change }: LoggedChange): ColumnData {
  const { after } = change;
  if (!after || !read.status) return read.data;
  const known = findTask(read.data, after.id);
  return placeTask(read.data, read.status, read.filters, newerTask(after, known)) as ColumnData;
}

function followInCounts(read: CachedRead, { xid, change }: LoggedChange): BoardCounts {
  const counts = read.data as BoardCounts;
  return isSeenBy(counts.snapshot, xid) ? counts : changeCounts(counts, read.filters, change);
}

function* cachedReads({ queryClient, boardKey }: BoardCache): Generator<CachedRead> {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: boardKey })) {
    const read = readOf(query);
    if (read) yield read;
  }
}

function readOf(query: Query): CachedRead | undefined {
  const { queryKey, state } = query;
  const [path] = queryKey as [string[]];
  if (path[0] !== 'board') return undefined;
  const { input, type } = (queryKey[1] ?? {}) as { input?: BoardInput; type?: string };
  // The command palette reads single pages, which are not columns.
  if (!input || state.data === undefined || (input.status && type !== 'infinite')) return undefined;
  const { status, limit: _, teamId, ...filters } = input;
  return { query, teamId, filters, status, data: state.data } as CachedRead;
}
