'use client';

import type { ListedProject } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { TypedConfirmDialog } from '#components/dialogs/typed-confirm-dialog.tsx';
import { formatNumber } from '#lib/format/format-number.ts';
import { showToast } from '#lib/notices/toast.ts';
import { isolate } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';

/** Deletes an archived project for good, with all its tasks. */
export function DeleteProjectDialog({ project, onClose }: { project: ListedProject; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { name, taskCount } = project;
  const deleting = useMutation(
    trpc.projects.delete.mutationOptions({
      async onSuccess() {
        // Its row is gone before the toast says so.
        await Promise.all(
          [trpc.projects.pathKey(), trpc.tasks.archived.pathKey()].map((queryKey) =>
            queryClient.invalidateQueries({ queryKey }),
          ),
        );
        onClose();
        const sentence = `Deleted the project “${isolate(name)}”.`;
        showToast({ announcement: sentence, message: sentence });
      },
    }),
  );
  return (
    <TypedConfirmDialog
      confirmLabel="Delete for good"
      onClose={onClose}
      onConfirm={() => deleting.mutate({ projectId: project.id })}
      phrase={name}
      request={deleting}
      title="Delete this project for good?"
    >
      “<bdi dir="auto">{name}</bdi>” will be gone with its instructions and all its tasks: their descriptions,
      results, comments, attempts and activity. {fateOfOthers(taskCount)}Nothing of it can be restored, and
      there is no Undo. Tasks of other projects no longer wait for its tasks.
    </TypedConfirmDialog>
  );
}

/** Those that are not in the archive yet. */
function fateOfOthers(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? '1 task that is not archived yet is deleted as well, and an agent that works on it loses it. '
    : `${formatNumber(count)} tasks that are not archived yet are deleted as well, and agents that work on them lose them. `;
}
