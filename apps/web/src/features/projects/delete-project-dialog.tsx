import type { ListedProject } from '@crewboard/contracts';
import { TypedConfirmDialog } from '#components/dialogs/typed-confirm-dialog.tsx';
import { formatNumber } from '#lib/format/format-number.ts';
import { useDeleteProject } from './project-mutations.ts';

/** Asks for the name of an archived project, and deletes it for good. */
export function DeleteProjectDialog({ project, onClose }: { project: ListedProject; onClose: () => void }) {
  const { name, taskCount } = project;
  const deleting = useDeleteProject(project, onClose);
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
      results, comments, attempts and activity. {describeUnarchivedTasks(taskCount)}Nothing of it can be
      restored, and there is no Undo. Tasks of other projects no longer wait for its tasks.
    </TypedConfirmDialog>
  );
}

function describeUnarchivedTasks(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? '1 task that is not archived yet is deleted as well, and an agent that works on it loses it. '
    : `${formatNumber(count)} tasks that are not archived yet are deleted as well, and agents that work on them lose them. `;
}
