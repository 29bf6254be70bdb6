import {
  type BoardColumn,
  type BoardCounts,
  type BoardTask,
  isSeenBy,
  type TaskStatus,
} from '@crewboard/contracts';
import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { changeBoard, changeCounts, findTask, newerTask, placeTask, type TaskChange } from './board-cache.ts';
import type { BoardChoice } from './board-filter.ts';
import { COLUMN_KEY } from './board-queries.ts';

type BoardInput = BoardChoice & { teamId: string; status?: TaskStatus; limit?: number };
type ColumnData = InfiniteData<BoardColumn>;

/** A read of the board that is in the cache: a column, or the counts. */
type CachedRead = { query: Query; teamId: string; choice: BoardChoice } & (
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
  const found = foundBySearch(reads);
  for (const read of reads) {
    if (read.teamId !== teamId) continue;
    const { status } = read;
    const choice = choiceFor(read, change.after ?? change.before, found);
    const next = status
      ? changeBoard({ columns: { [status]: read.data } }, choice, change).columns[status]
      : changeCounts(read.data, choice, change);
    write(cache, read, next);
  }
}

/** Shows a task where it belongs, on every board in the cache, unless it is known in a later state; counts nothing. */
export function placeOnCachedBoards(cache: BoardCache, teamId: string, task: BoardTask): void {
  const reads = [...cachedReads(cache)].filter((read) => read.teamId === teamId);
  const found = foundBySearch(reads);
  const newest = reads.reduce(
    (known, read) => newerTask(known, read.status ? findTask(read.data, task.id) : undefined),
    task,
  );
  for (const read of reads) {
    const choice = choiceFor(read, newest, found);
    if (read.status) write(cache, read, placeTask(read.data, read.status, choice, newest));
  }
}

/**
 * Shows changes that the log tells of: where a task is known in a later state already, that one stays. However many
 * they are, each read is written once.
 */
export function followOnCachedBoards(cache: BoardCache, logged: LoggedChange[]): void {
  const reads = [...cachedReads(cache)];
  const found = foundBySearch(reads);
  for (const read of reads) {
    const uncounted = logged.filter(({ isCounted }) => !isCounted);
    write(cache, read, follow(read, read.status ? logged : uncounted, found));
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
export function bringUpToDate(query: Query, logged: LoggedChange[]): unknown {
  const read = readOf(query);
  return read ? follow(read, logged, foundBySearch([read])) : query.state.data;
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

function foundBySearch(reads: CachedRead[]): FoundBySearch {
  const found = new Map<string, Set<string>>();
  for (const { choice, ...read } of reads) {
    if (!choice.search || !read.status) continue;
    const ids = found.get(choice.search) ?? new Set();
    found.set(choice.search, ids);
    for (const { tasks } of read.data.pages) for (const { id } of tasks) ids.add(id);
  }
  return found;
}

/** The choice under which a task is to be looked at: one that the API has found is not asked for its words again. */
function choiceFor({ choice }: CachedRead, task: BoardTask | null, found: FoundBySearch): BoardChoice {
  const isFound = choice.search && task && found.get(choice.search)?.has(task.id);
  return isFound ? { ...choice, search: undefined } : choice;
}

function follow(read: CachedRead, logged: LoggedChange[], found: FoundBySearch): ColumnData | BoardCounts {
  return logged.reduce<ColumnData | BoardCounts>((data, each) => {
    if (each.teamId !== read.teamId) return data;
    const choice = choiceFor(read, each.change.after, found);
    const now = { ...read, choice, data } as CachedRead;
    return now.status ? followInColumn(now, each) : followInCounts(now, each);
  }, read.data);
}

function followInColumn(read: CachedRead & { data: ColumnData }, { change }: LoggedChange): ColumnData {
  const { after } = change;
  if (!after || !read.status) return read.data;
  const known = findTask(read.data, after.id);
  return placeTask(read.data, read.status, read.choice, newerTask(after, known)) as ColumnData;
}

function followInCounts(read: CachedRead, { xid, change }: LoggedChange): BoardCounts {
  const counts = read.data as BoardCounts;
  return isSeenBy(counts.snapshot, xid) ? counts : changeCounts(counts, read.choice, change);
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
  const { input } = (queryKey[1] ?? {}) as { input?: BoardInput };
  // The command palette reads single pages of its own: they are no columns.
  if (!input || state.data === undefined || (input.status && queryKey[2] !== COLUMN_KEY)) return undefined;
  const { status, limit: _, teamId, ...choice } = input;
  return { query, teamId, choice, status, data: state.data } as CachedRead;
}
