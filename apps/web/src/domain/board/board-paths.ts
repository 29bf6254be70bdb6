import { type BoardFilters, serializeBoardFilters } from './board-filters.ts';

/** The pages of tasks, which open one in a panel. */
type TaskPage = 'board' | 'archive';

/** The path of a page of tasks, with its filters. */
export const pagePath = (teamId: string, page: TaskPage, filters: BoardFilters = {}): string =>
  serializeBoardFilters(`/t/${teamId}/${page}`, filters);

/** The path of a task beside the board or the archive, with the filters of the page. */
export const taskPath = (
  teamId: string,
  taskId: string,
  filters: BoardFilters = {},
  page: TaskPage = 'board',
): string => serializeBoardFilters(`/t/${teamId}/${page}/tasks/${taskId}`, filters);

/** The id of the task in a path. */
export function taskIdIn(pathname: string): string | null {
  return /\/(?:board|archive)\/tasks\/([^/]+)\/?$/.exec(pathname)?.[1] ?? null;
}

/** The page of tasks in a path; the board for all other pages. */
export const taskPageIn = (pathname: string): TaskPage =>
  /^\/t\/[^/]+\/archive(?:\/|$)/.test(pathname) ? 'archive' : 'board';
