import type { BoardTask } from '@crewboard/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { getNamedTasks } from '#lib/failures/problem-of.ts';
import { showError } from '#lib/notices/show-error.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { useTaskStore } from '../store/use-task-store.ts';
import type { TaskSource } from './dependency-notices.ts';

const load = () => import('./dependency-notices.ts');

/** The places where messages read the titles of tasks. */
export const useTaskSource = (): TaskSource => ({
  ...{ trpc: useTRPC(), queryClient: useQueryClient() },
  ...{ store: useTaskStore(), teamId: useTeam().id },
});

/** Messages after a change of a task: which tasks it waits for, and how many tasks wait for it. */
export function useDependencyNotices() {
  const source = useTaskSource();

  return {
    /** Shows the error of a change. If open blockers prevent a start, the message names them. */
    async showTaskError(error: unknown, task: Pick<BoardTask, 'title'>): Promise<void> {
      const { openBlockerIds } = getNamedTasks(error);
      if (openBlockerIds.length === 0) return showError(error);
      const code = await load().catch(() => null);
      if (!code) return showError(error);
      return code.showBlockedStart(source, task, openBlockerIds);
    },
    /** As `readWaitingNote`, but undefined instead of an error: the change is made, with or without the note. */
    readWaitingNote: (
      task: BoardTask,
      after: Pick<BoardTask, 'status' | 'archivedAt'>,
    ): Promise<string | undefined> =>
      load()
        .then((code) => code.readWaitingNote(source, task, after))
        .catch(() => undefined),
  };
}
