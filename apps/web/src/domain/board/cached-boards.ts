import {
  type BoardColumn,
  type BoardCounts,
  type BoardTask,
  isVisibleIn,
  type TaskStatus,
} from '@crewboard/contracts';
import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import {
  changeBoard,
  changeCounts,
  changesInexactCount,
  findTask,
  newerTask,
  placeTask,
  type TaskChange,
} from './board-cache.ts';
import type { BoardFilters } from './board-filters.ts';
import { extendLeasesIn, type LeasesByTask } from './extend-leases.ts';
import { expectedTask, noteConfirmed, pendingTaskIds } from './pending-changes.ts';

type BoardInput = BoardFilters & { teamId: string; status?: TaskStatus; limit?: number };
type ColumnData = InfiniteData<BoardColumn>;

/** A cached query of the board: a column, or the counts. */
type CachedRead = { query: Query; teamId: string; filters: BoardFilters } & (
  | { status: TaskStatus; data: ColumnData }
  | { status: undefined; data: BoardCounts }
);

/** The cached boards of all teams: the queries with this key prefix. */
interface BoardCache {
  queryClient: QueryClient;
  boardKey: QueryKey;
}

/** A change from the event log. */
export interface LoggedChange {
  teamId: string;
  xid: bigint;
  change: TaskChange;
  /** The change was already shown and counted before its event arrived. */
  isCounted?: boolean;
}

/** Shows a change on all cached boards, under any filters, because the person can navigate back to each. */
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

/** Shows a task on all cached boards, unless a later state is cached; does not change the counts. */
export function showOnCachedBoards(cache: BoardCache, teamId: string, task: BoardTask): void {
  const newest = newerTask(task, findOnCachedBoards(cache, task.id));
  placeOnCachedBoards(cache, teamId, expectedTask(task.id) ?? newest);
}

/** Shows a task on all cached boards; does not change the counts. */
export function placeOnCachedBoards(cache: BoardCache, teamId: string, task: BoardTask): void {
  const reads = [...cachedReads(cache)].filter((read) => read.teamId === teamId);
  const matchesBySearch = findBySearch(reads);
  for (const read of reads) {
    const filters = filtersFor(read, task, matchesBySearch);
    if (read.status) write(cache, read, placeTask(read.data, read.status, filters, task));
  }
}

/**
 * Shows changes from the event log, unless a later state of the task is cached. Writes each query once for all
 * changes.
 */
export function applyToCachedBoards(cache: BoardCache, logged: LoggedChange[]): void {
  const reads = [...cachedReads(cache)];
  const matchesBySearch = findBySearch(reads);
  for (const read of reads) {
    const uncounted = logged.filter(({ isCounted }) => !isCounted);
    write(cache, read, follow(read, read.status ? logged : uncounted, matchesBySearch));
  }
}

/** Shows extended leases of a team on its cached boards. */
export function extendLeasesOnCachedBoards(cache: BoardCache, leases: LeasesByTask): void {
  for (const read of cachedReads(cache)) {
    if (read.status === 'in_progress') write(cache, read, extendLeasesIn(read.data, leases));
  }
}

/** Keeps the age of the data: an event must not make an outdated board look fresh. */
function write({ queryClient }: BoardCache, { query, data }: CachedRead, next: unknown): void {
  if (next === data) return;
  const { dataUpdatedAt, isInvalidated } = query.state;
  queryClient.setQueryData(query.queryKey, next, { updatedAt: dataUpdatedAt });
  if (isInvalidated) query.invalidate();
}

/** The cached response with the changes that were received after its request, and with what pending changes expect. */
export function applyMissedChanges(query: Query, logged: LoggedChange[]): unknown {
  const read = readOf(query);
  if (!read) return query.state.data;
  const matchesBySearch = findBySearch([read]);
  const data = follow(read, logged, matchesBySearch);
  return read.status ? showExpected({ ...read, data: data as ColumnData }, matchesBySearch) : data;
}

/** Whether changes that a query does not include are those of a count that is not exact, which must be read again. */
export function hasOutdatedCount(query: Query, logged: LoggedChange[]): boolean {
  const read = readOf(query);
  if (!read || read.status) return false;
  const { data, teamId } = read;
  // Only the API knows what a search finds: any task may be of it.
  const filters = { ...read.filters, search: undefined };
  return logged.some(
    (each) =>
      each.teamId === teamId &&
      !isVisibleIn(data.snapshot, each.xid) &&
      changesInexactCount(data, filters, each.change),
  );
}

/** A column that was read, with the tasks that have pending changes where these expect them. */
function showExpected(
  read: CachedRead & { status: TaskStatus; data: ColumnData },
  matchesBySearch: FoundBySearch,
): ColumnData {
  let { data } = read;
  for (const id of pendingTaskIds(read.teamId)) {
    const known = findTask(data, id);
    if (known) noteConfirmed(known);
    const task = expectedTask(id) as BoardTask;
    data = placeTask(data, read.status, filtersFor(read, task, matchesBySearch), task) as ColumnData;
  }
  return data;
}

/** The newest cached state of a task. */
export function findOnCachedBoards(cache: BoardCache, taskId: string): BoardTask | undefined {
  return [...cachedReads(cache)].reduce<BoardTask | undefined>((newest, read) => {
    const task = read.status && findTask(read.data, taskId);
    return task ? newerTask(task, newest) : newest;
  }, undefined);
}

/** Whether a query is that of a board under a search, which only the API can answer. */
export function isSearch({ queryKey }: Query): boolean {
  const { input } = (queryKey[1] ?? {}) as { input?: BoardInput };
  return Boolean(input?.search);
}

/** Task ids by search: the tasks that the API has listed under each cached search. */
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

/** The filters to match a task against, without the search if the API has listed the task under it. */
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
  const shown = expectedTask(after.id) ?? newerTask(after, findTask(read.data, after.id));
  return placeTask(read.data, read.status, read.filters, shown) as ColumnData;
}

function followInCounts(read: CachedRead, { xid, change }: LoggedChange): BoardCounts {
  const counts = read.data as BoardCounts;
  return isVisibleIn(counts.snapshot, xid) ? counts : changeCounts(counts, read.filters, change);
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
  const { input, type } = (queryKey[1] ?? {}) as { input?: BoardInput; type?: string };
  // What the command palette finds, and the single pages it reads, are neither columns nor counts.
  if (path[0] !== 'board' || type === 'found') return undefined;
  if (!input || state.data === undefined || (input.status && type !== 'infinite')) return undefined;
  const { status, limit: _, teamId, ...filters } = input;
  return { query, teamId, filters, status, data: state.data } as CachedRead;
}
