import type { BoundedCount, ListedProject } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { formatCount } from '#lib/format/format-count.ts';
import { isolate } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { useArchiveProject } from './project-mutations.ts';

/** Asks whether to archive a project, and says how many open tasks are archived with it. */
export function ArchiveProjectDialog({ project, onClose }: { project: ListedProject; onClose: () => void }) {
  const { id: teamId } = useTeam();
  const counts = useQuery(useTRPC().board.counts.queryOptions({ teamId, projectId: project.id })).data;
  const { archive, isPending } = useArchiveProject();
  return (
    <ConfirmDialog
      confirmLabel="Archive"
      isBusy={isPending}
      onClose={onClose}
      onConfirm={() => archive(project, onClose)}
      title={`Archive ${isolate(project.name)}?`}
    >
      {counts && describeTodo(counts.todo) + describeInProgress(counts.in_progress)}
      The project and its tasks disappear from the board, the filters and all lists. You can restore them.
    </ConfirmDialog>
  );
}

function describeTodo(tasks: BoundedCount): string {
  if (tasks.count === 0) return '';
  return tasks.count === 1
    ? '1 task to do is archived with it: no agent will get it. '
    : `${formatCount(tasks)} tasks to do are archived with it: no agent will get them. `;
}

function describeInProgress(tasks: BoundedCount): string {
  if (tasks.count === 0) return '';
  return tasks.count === 1
    ? '1 task in progress is archived as soon as the work on it ends. '
    : `${formatCount(tasks)} tasks in progress are archived as soon as the work on them ends. `;
}
