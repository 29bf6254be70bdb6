import type { BoardTask } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TypedConfirmDialog } from '#components/dialogs/typed-confirm-dialog.tsx';
import { showToast } from '#lib/notices/toast.ts';
import { quote } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { useTaskStore } from '../store/use-task-store.ts';
import { useBoardLocation } from '../use-board-location.ts';
import { useTeamOptions } from './task-mutations.ts';

/** Asks for confirmation and deletes a task for good. Closes its panel. */
export function DeleteTaskDialog({ task, onClose }: { task: BoardTask; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const store = useTaskStore();
  const { taskId: openTaskId, closeTask } = useBoardLocation();
  const deleting = useMutation(
    trpc.tasks.delete.mutationOptions({
      ...useTeamOptions(),
      async onSuccess() {
        // Remove the row from the archive before the toast appears.
        await queryClient.invalidateQueries({ queryKey: trpc.tasks.archived.pathKey() });
        onClose();
        // Before the task is marked as deleted, because its panel would then say so.
        if (openTaskId === task.id) closeTask();
        store.markDeleted(task.id);
        const sentence = `Deleted ${quote(task.title)}.`;
        showToast({ announcement: sentence, message: sentence });
      },
    }),
  );
  return (
    <TypedConfirmDialog
      confirmLabel="Delete for good"
      onClose={onClose}
      onConfirm={() => deleting.mutate({ taskId: task.id })}
      phrase="delete"
      request={deleting}
      title="Delete this task for good?"
    >
      “<bdi dir="auto">{task.title}</bdi>” will be gone with its description, result, links, comments,
      attempts and activity. Nothing of it can be restored, and there is no Undo.
      {!task.archivedAt && ' Archive it instead if somebody may need it again.'} Its sub-tasks stay, as tasks
      of their own.
    </TypedConfirmDialog>
  );
}
