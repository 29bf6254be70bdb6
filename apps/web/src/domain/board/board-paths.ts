import { type BoardFilters, serializeBoardFilters } from './board-filters.ts';

export const boardPath = (teamId: string, filters: BoardFilters = {}): string =>
  serializeBoardFilters(`/t/${teamId}/board`, filters);

/** The path of a task beside the board, with the filters of the board. */
export const taskPath = (teamId: string, taskId: string, filters: BoardFilters = {}): string =>
  serializeBoardFilters(`/t/${teamId}/board/tasks/${taskId}`, filters);

/** The id of the task in a path. */
export function taskIdIn(pathname: string): string | null {
  return /\/board\/tasks\/([^/]+)\/?$/.exec(pathname)?.[1] ?? null;
}
