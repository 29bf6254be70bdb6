import { usePathname } from 'next/navigation';
import { useMemo } from 'react';
import { useTeam } from '#domain/team/team.tsx';
import { withoutNulls } from '#lib/url/url-state.ts';
import { useUrlState } from '#lib/url/use-url-state.ts';
import { type BoardFilters, boardParsers, boardUrlKeys, parseBoardFilters } from './board-filters.ts';
import { pagePath, taskIdIn, taskPageIn, taskPath } from './board-paths.ts';

/** The filters of the board, the archive or the attention page, and the task in its panel: all of it is in the URL. */
export function useBoardLocation() {
  const { id: teamId } = useTeam();
  const pathname = usePathname();
  const page = taskPageIn(pathname);
  const [values, setFilters] = useUrlState(boardParsers, boardUrlKeys);
  const filters: BoardFilters = useMemo(() => withoutNulls(values), [values]);

  return {
    filters,
    setFilters,
    taskId: taskIdIn(pathname),
    pathOfTask: (id: string) => taskPath(teamId, id, filters, page),
    // Reads the current URL: a toast may call it after the person has changed the page or the filters.
    openTask(id: string) {
      const page = pageInUrl();
      const path = taskPath(teamId, id, filtersInUrl(), page);
      // Only the pages of tasks have a panel: load the board from any other page.
      if (window.location.pathname.startsWith(pagePath(teamId, page))) goTo(path);
      else window.location.assign(path);
    },
    closeTask: () => goTo(pagePath(teamId, pageInUrl(), filtersInUrl())),
  };
}

const pageInUrl = () => taskPageIn(window.location.pathname);
const filtersInUrl = () => parseBoardFilters(new URLSearchParams(window.location.search));

function goTo(path: string): void {
  if (path !== window.location.pathname + window.location.search) window.history.pushState(null, '', path);
}
