'use client';

import type { BoardTask } from '@crewboard/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { getNamedTasks } from '#lib/failures/problem-of.ts';
import { showError } from '#lib/notices/show-error.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { useTaskStore } from '../store/use-task-store.ts';

const load = () => import('./tell-dependencies.ts');

/** Tells of the tasks that wait for one, or that it waits for, after a change of it. */
export function useTellDependencies() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const store = useTaskStore();
  const { id: teamId } = useTeam();
  const source = { trpc, queryClient, store, teamId };

  return {
    /** Says what failed: of a task that waits for others, for which. */
    async showTaskError(error: unknown, task: Pick<BoardTask, 'title'>): Promise<void> {
      const { openBlockerIds } = getNamedTasks(error);
      if (openBlockerIds.length === 0) return showError(error);
      const code = await load().catch(() => null);
      if (!code) return showError(error);
      return code.showBlockedStart(source, task, openBlockerIds);
    },
    /** Resolves to what a change does to those that wait for the task. What is done is done: never rejects. */
    noteWaiting: (
      task: BoardTask,
      after: Pick<BoardTask, 'status' | 'archivedAt'>,
    ): Promise<string | undefined> =>
      load()
        .then(({ readWaitingNote }) => readWaitingNote(source, task, after))
        .catch(() => undefined),
  };
}
