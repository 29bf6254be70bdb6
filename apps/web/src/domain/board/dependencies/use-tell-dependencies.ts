'use client';

import type { BoardTask } from '@crewboard/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { getNamedTasks } from '#lib/failures/problem-of.ts';
import { showError } from '#lib/notices/show-error.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { useTaskStore } from '../store/use-task-store.ts';

const load = () => import('./tell-dependencies.ts');

/** Tells, after a change of a task, which tasks it waits for and how many wait for it. */
export function useTellDependencies() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const store = useTaskStore();
  const { id: teamId } = useTeam();
  const source = { trpc, queryClient, store, teamId };

  return {
    /** Shows the error of a change. Of a start that open blockers prevent, it names the blockers. */
    async showTaskError(error: unknown, task: Pick<BoardTask, 'title'>): Promise<void> {
      const { openBlockerIds } = getNamedTasks(error);
      if (openBlockerIds.length === 0) return showError(error);
      const code = await load().catch(() => null);
      if (!code) return showError(error);
      return code.showBlockedStart(source, task, openBlockerIds);
    },
    /**
     * A note on the tasks that wait for the task and stay blocked by the change, or are blocked by it; undefined without
     * any. Never rejects: the change is made, with or without the note.
     */
    readWaitingNote: (
      task: BoardTask,
      after: Pick<BoardTask, 'status' | 'archivedAt'>,
    ): Promise<string | undefined> =>
      load()
        .then((code) => code.readWaitingNote(source, task, after))
        .catch(() => undefined),
  };
}
