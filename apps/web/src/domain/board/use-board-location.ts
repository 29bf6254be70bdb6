'use client';

import { usePathname } from 'next/navigation';
import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { withoutNulls } from '../../lib/url-state.ts';
import { useTeam } from '../team/team.tsx';
import { type BoardFilters, boardParsers, boardUrlKeys } from './board-filters.ts';
import { boardPath, taskIdIn, taskPath } from './board-paths.ts';

/**
 * The filters of the board and the open task, which stand in the URL. Changes go to the history of the browser without
 * a request to the server: the board stays rendered, and the back button works.
 */
export function useBoardLocation() {
  const { id: teamId } = useTeam();
  const taskId = taskIdIn(usePathname());
  const [values, setFilters] = useQueryStates(boardParsers, { urlKeys: boardUrlKeys, history: 'push' });
  const filters: BoardFilters = useMemo(() => withoutNulls(values), [values]);

  return {
    filters,
    /** Changes some filters, where null clears one; null alone clears all. */
    setFilters,
    taskId,
    pathOfTask: (id: string) => taskPath(teamId, id, filters),
    openTask: (id: string) => goTo(taskPath(teamId, id, filters)),
    closeTask: () => goTo(boardPath(teamId, filters)),
  };
}

function goTo(path: string): void {
  if (path !== window.location.pathname + window.location.search) window.history.pushState(null, '', path);
}
