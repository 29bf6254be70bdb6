'use client';

import { usePathname } from 'next/navigation';
import { useMemo } from 'react';
import { useTeam } from '#domain/team/team.tsx';
import { withoutNulls } from '#lib/url/url-state.ts';
import { useUrlState } from '#lib/url/use-url-state.ts';
import { type BoardFilters, boardParsers, boardUrlKeys, parseBoardFilters } from './board-filters.ts';
import { boardPath, taskIdIn, taskPath } from './board-paths.ts';

/** The filters of the board and the open task, from the URL. */
export function useBoardLocation() {
  const { id: teamId } = useTeam();
  const taskId = taskIdIn(usePathname());
  const [values, setFilters] = useUrlState(boardParsers, boardUrlKeys);
  const filters: BoardFilters = useMemo(() => withoutNulls(values), [values]);

  return {
    filters,
    setFilters,
    taskId,
    pathOfTask: (id: string) => taskPath(teamId, id, filters),
    // What is called later, by a toast for example, keeps the filters of then.
    openTask: (id: string) => goTo(taskPath(teamId, id, filtersInUrl())),
    closeTask: () => goTo(boardPath(teamId, filtersInUrl())),
  };
}

const filtersInUrl = () => parseBoardFilters(new URLSearchParams(window.location.search));

function goTo(path: string): void {
  if (path !== window.location.pathname + window.location.search) window.history.pushState(null, '', path);
}
