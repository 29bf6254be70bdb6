'use client';

import type { ListedProject, Project } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { announce } from '#lib/notices/announce.ts';
import { showError } from '#lib/notices/show-error.ts';
import { showUndo } from '#lib/notices/show-undo.tsx';
import { isolate } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { withProject } from './project-cache.ts';
import { projectsOptions } from './projects-query.ts';

/** Creates and changes projects. */
export function useSaveProject() {
  const trpc = useTRPC();
  const team = useTeam();
  const queryClient = useQueryClient();

  const handlers = {
    onSuccess({ instructions: _, ...project }: Project) {
      const { queryKey } = projectsOptions(trpc, team.id);
      queryClient.setQueryData(queryKey, (projects) => projects && withProject(projects, project));
      void queryClient.invalidateQueries({ queryKey: trpc.projects.pathKey() });
    },
    onError: showError,
  };
  return {
    create: useMutation(trpc.projects.create.mutationOptions(handlers)),
    update: useMutation(trpc.projects.update.mutationOptions(handlers)),
  };
}

/** Archives a project and offers to undo it; restores one. */
export function useArchiveProject() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const readAgain = () =>
    Promise.all(
      [trpc.projects.pathKey(), trpc.tasks.archived.pathKey()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
  const handlers = { onSuccess: readAgain, onError: showError };
  const archiving = useMutation(trpc.projects.archive.mutationOptions(handlers));
  const restoring = useMutation(trpc.projects.restore.mutationOptions(handlers));

  /** @param onEnd called when it is done, or has failed */
  function restore({ id, name }: ListedProject, onEnd: () => void): void {
    const onSuccess = () => announce(`Restored the project ${isolate(name)}.`);
    restoring.mutate({ projectId: id }, { onSuccess, onSettled: onEnd });
  }

  function archive({ id, name }: ListedProject, onDone: () => void): void {
    archiving.mutate(
      { projectId: id },
      {
        onSuccess() {
          onDone();
          showUndo({
            label: 'Archived',
            detail: name,
            sentence: `Archived the project “${isolate(name)}”.`,
            onUndo: () =>
              restoring.mutateAsync({ projectId: id }).then(
                () => '',
                () => null,
              ),
          });
        },
      },
    );
  }

  return { archive, restore, isPending: archiving.isPending };
}
