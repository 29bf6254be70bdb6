import type { Task } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type BoardFilters, matchesFilters } from '#domain/board/board-filters.ts';
import { useTaskStore } from '#domain/board/store/use-task-store.ts';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { showError } from '#lib/notices/show-error.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { showCreatedToast } from './show-created-toast.tsx';

interface CreateTaskOptions {
  /** The filters of the board. If they hide the new task, a toast says so. */
  filters: BoardFilters;
  onCreated: (task: Task) => void;
  /** The browser is offline, so the task was probably not created. Other errors are shown. */
  onOffline: () => void;
}

/** Creates a task and adds it to the board's store, so that its card appears before its event arrives. */
export function useCreateTask({ filters, onCreated, onOffline }: CreateTaskOptions) {
  const store = useTaskStore();
  const { openTask } = useBoardLocation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.tasks.create.mutationOptions({
      // The store's own time, which `onSuccess` gets as `begunAt`.
      onMutate: () => store.now(),
      onSuccess(task, { teamId }, begunAt) {
        store.receiveResponse(teamId, task);
        // The page may have lost a later event of the task, such as its archival: read the columns again.
        if (store.hasLostEventsSince(begunAt))
          void queryClient.invalidateQueries({ queryKey: trpc.board.pathKey() });
        if (!matchesFilters(task, filters)) {
          showCreatedToast('The filters of the board hide it.', () => openTask(task.id));
        }
        onCreated(task);
      },
      onError(error) {
        const isOffline = toDisplayedProblem(error).code === 'UNAVAILABLE' && !navigator.onLine;
        if (isOffline) onOffline();
        else showError(error);
      },
    }),
  );
}
