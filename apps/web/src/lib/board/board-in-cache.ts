import type { BoardColumn, BoardCounts, TaskStatus } from '@crewboard/contracts';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { type BoardState, changeBoard, type TaskChange } from './board-cache.ts';
import type { BoardChoice } from './board-filter.ts';
import { COLUMN_KEY } from './board-queries.ts';

interface CachedBoard {
  choice: BoardChoice;
  columns: Partial<Record<TaskStatus, { key: QueryKey; data: InfiniteData<BoardColumn> }>>;
  counts?: { key: QueryKey; data: BoardCounts };
}

type BoardInput = BoardChoice & { teamId: string; status?: TaskStatus; limit?: number };

/** Shows a change on every board in the cache, whatever its filters: going back must not show what was. */
export function changeCachedBoards(queryClient: QueryClient, boardKey: QueryKey, change: TaskChange): void {
  for (const { choice, columns, counts } of cachedBoards(queryClient, boardKey).values()) {
    const state: BoardState = { columns: {}, counts: counts?.data };
    for (const [status, { data }] of Object.entries(columns)) state.columns[status as TaskStatus] = data;
    const next = changeBoard(state, choice, change);
    for (const [status, { key, data }] of Object.entries(columns)) {
      const pages = next.columns[status as TaskStatus];
      if (pages !== data) queryClient.setQueryData(key, pages);
    }
    if (counts && next.counts !== counts.data) queryClient.setQueryData(counts.key, next.counts);
  }
}

function cachedBoards(queryClient: QueryClient, boardKey: QueryKey): Map<string, CachedBoard> {
  const boards = new Map<string, CachedBoard>();
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: boardKey })) {
    const { input } = (queryKey[1] ?? {}) as { input?: BoardInput };
    if (!input || state.data === undefined) continue;
    // The command palette reads single pages of its own: they are no columns.
    if (input.status && queryKey[2] !== COLUMN_KEY) continue;
    const { status, limit: _, teamId: __, ...choice } = input;
    const name = JSON.stringify(Object.entries(choice).sort());
    const board = boards.get(name) ?? { choice, columns: {} };
    boards.set(name, board);
    if (status) board.columns[status] = { key: queryKey, data: state.data as InfiniteData<BoardColumn> };
    else board.counts = { key: queryKey, data: state.data as BoardCounts };
  }
  return boards;
}
