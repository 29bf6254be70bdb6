'use client';

import type { BoardTask, Task } from '@crewboard/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { showUndo } from '../show-undo.tsx';
import { useTeam } from '../team.tsx';
import { useTRPC } from '../trpc/client.ts';
import { changeLabel, changeSentence } from './task-changes.ts';
import { useRestoreTask } from './use-restore-task.ts';

/**
 * Says what a person changed about a task, with Undo. Only for a change of the state that the page has shown: what
 * others changed at the same moment is not known here, and could not be brought back.
 */
export function useShowChange() {
  const restore = useRestoreTask();
  const queryClient = useQueryClient();
  const agentsKey = useTRPC().agents.list.queryKey({ teamId: useTeam().id });

  return (before: BoardTask, after: Task): void => {
    const agents = queryClient.getQueryData(agentsKey) ?? [];
    const names = new Map(agents.map(({ id, name }) => [id, name]));
    const label = changeLabel(before, after, names);
    if (!label || after.version !== before.version + 1) return;
    showUndo({
      label,
      detail: after.title,
      sentence: changeSentence(before, after, names),
      onUndo: () => restore(after, before),
    });
  };
}
