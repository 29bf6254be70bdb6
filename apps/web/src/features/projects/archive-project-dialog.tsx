'use client';

import type { ListedProject } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { formatNumber } from '#lib/format/format-number.ts';
import { isolate } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { useArchiveProject } from './project-mutations.ts';

/** Asks, with the number of the tasks that are put away as well. */
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
      {counts && counts.todo.count > 0 && `${sentenceOf(counts.todo.count)} `}
      {counts &&
        counts.in_progress.count > 0 &&
        `What is in progress (${formatNumber(counts.in_progress.count)}) is archived once it is done. `}
      The project leaves the board, the filters and all lists, with its tasks. You can restore it.
    </ConfirmDialog>
  );
}

const sentenceOf = (count: number) =>
  count === 1
    ? '1 task to do is archived with it: no agent will get it.'
    : `${formatNumber(count)} tasks to do are archived with it: no agent will get them.`;
