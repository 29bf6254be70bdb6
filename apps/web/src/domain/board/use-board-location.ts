'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { useTeam } from '../team/team.tsx';
import { type BoardChoice, readBoardChoice } from './board-filter.ts';
import { boardPath, taskIdIn, taskPath } from './board-paths.ts';

/**
 * What the URL says of the board: filters and the open task. It is written through the history of the browser,
 * without asking the server: the board stays as it is, and the back button works.
 */
export function useBoardLocation() {
  const { id: teamId } = useTeam();
  const taskId = taskIdIn(usePathname());
  const params = useSearchParams();
  const choice = useMemo(() => readBoardChoice(new URLSearchParams(params.toString())), [params]);

  return {
    choice,
    taskId,
    /** The command palette leads here with this wish. */
    wantsNewTask: params.get('new') === 'task',
    /** Its dialog is open: in the URL it outlives a reload and a new sign-in. */
    wishNewTask() {
      const params = new URLSearchParams(window.location.search);
      params.set('new', 'task');
      go(`${window.location.pathname}?${params}`, true);
    },
    dropWish: () => go(taskId ? taskPath(teamId, taskId, choice) : boardPath(teamId, choice), true),
    pathOfTask: (id: string) => taskPath(teamId, id, choice),
    openTask: (id: string) => go(taskPath(teamId, id, choice)),
    closeTask: () => go(boardPath(teamId, choice)),
    /** @param replace while typing: one step back is then one search back, not one letter */
    choose(next: BoardChoice, { replace = false } = {}) {
      go(taskId ? taskPath(teamId, taskId, next) : boardPath(teamId, next), replace);
    },
  };
}

function go(path: string, replace = false): void {
  if (path === window.location.pathname + window.location.search) return;
  if (replace) window.history.replaceState(null, '', path);
  else window.history.pushState(null, '', path);
}
