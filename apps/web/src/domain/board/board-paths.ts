import { type BoardFilters, serializeBoardFilters } from './board-filters.ts';

/** The pages that open a task in a panel. */
type TaskPage = 'board' | 'archive' | 'attention';

/** The path of a page of tasks, with its filters. */
export const pagePath = (teamId: string, page: TaskPage, filters: BoardFilters = {}): string =>
  serializeBoardFilters(`/t/${teamId}/${page}`, filters);

/** The path of a page with a task in its panel, and with its filters. */
export const taskPath = (
  teamId: string,
  taskId: string,
  filters: BoardFilters = {},
  page: TaskPage = 'board',
): string => serializeBoardFilters(`/t/${teamId}/${page}/tasks/${taskId}`, filters);

/** The id of the task in a path. */
export function taskIdIn(pathname: string): string | null {
  return /\/(?:board|archive|attention)\/tasks\/([^/]+)\/?$/.exec(pathname)?.[1] ?? null;
}

/** The page of tasks in a path; the board for all other pages. */
export const taskPageIn = (pathname: string): TaskPage => {
  const page = pathname.split('/')[3];
  return page === 'archive' || page === 'attention' ? page : 'board';
};
