import { type BoardFilters, serializeBoardFilters } from './board-filters.ts';

export const boardPath = (teamId: string, filters: BoardFilters = {}): string =>
  serializeBoardFilters(`/t/${teamId}/board`, filters);

/** A task beside the board, whose filters stay in the URL. */
export const taskPath = (teamId: string, taskId: string, filters: BoardFilters = {}): string =>
  serializeBoardFilters(`/t/${teamId}/board/tasks/${taskId}`, filters);

/** The id of the task in a path. */
export function taskIdIn(pathname: string): string | null {
  return /\/board\/tasks\/([^/]+)\/?$/.exec(pathname)?.[1] ?? null;
}
