import type { ListedProject, Project } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { withItem } from '#lib/by-id.ts';
import { showError } from '#lib/notices/show-error.ts';
import { showSuccess } from '#lib/notices/show-success.ts';
import { showUndo } from '#lib/notices/show-undo.tsx';
import { quote } from '#lib/text/isolate.ts';
import { inTeam } from '#lib/trpc/call-context.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { projectsOptions } from './projects-query.ts';

/** Creates and changes projects. The list shows the saved project at once, before it is refetched. */
export function useSaveProject() {
  const trpc = useTRPC();
  const team = useTeam();
  const queryClient = useQueryClient();

  const handlers = {
    onSuccess(saved: Project) {
      const { instructions: _, ...project } = saved;
      const { queryKey } = projectsOptions(trpc, team.id);
      queryClient.setQueryData(queryKey, (projects) => projects && withItem(projects, project));
      // The dialog opens again with what was saved.
      queryClient.setQueryData(trpc.projects.get.queryKey({ projectId: project.id }), saved);
      void queryClient.invalidateQueries({ queryKey: trpc.projects.pathKey() });
    },
    onError: showError,
  };
  return {
    create: useMutation(trpc.projects.create.mutationOptions(handlers)),
    update: useMutation(trpc.projects.update.mutationOptions(handlers)),
  };
}

/** Archives a project and restores one, each with Undo. */
export function useArchiveProject() {
  const trpc = useTRPC();
  // The toast with Undo stays when the person goes to another team: send its request to this team.
  const handlers = { ...inTeam(useTeam().id), onSuccess: useRefetchLists(), onError: showError };
  const archiving = useMutation(trpc.projects.archive.mutationOptions(handlers));
  const restoring = useMutation(trpc.projects.restore.mutationOptions(handlers));

  /** @param onDone called once the project is archived */
  function archive({ id: projectId, name }: ListedProject, onDone: () => void): void {
    const onSuccess = () => {
      onDone();
      showDone('Archived', name, () => restoring.mutateAsync({ projectId }));
    };
    archiving.mutate({ projectId }, { onSuccess });
  }

  /** @param onEnd called once the project is restored, or the request has failed */
  function restore({ id: projectId, name }: ListedProject, onEnd: () => void): void {
    const onSuccess = () => showDone('Restored', name, () => archiving.mutateAsync({ projectId }));
    restoring.mutate({ projectId }, { onSuccess, onSettled: onEnd });
  }

  return { archive, restore, isPending: archiving.isPending };
}

/** Deletes an archived project for good, with all its tasks. The dialog shows an error. */
export function useDeleteProject({ name }: ListedProject, onDeleted: () => void) {
  const refetchLists = useRefetchLists();
  return useMutation(
    useTRPC().projects.delete.mutationOptions({
      async onSuccess() {
        // The row is gone before the toast says so.
        await refetchLists();
        onDeleted();
        showSuccess(`Deleted the project ${quote(name)}.`);
      },
    }),
  );
}

/** Returns a function that refetches the lists of projects and of archived tasks, and resolves once they are read. */
function useRefetchLists() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const queryKeys = [trpc.projects.pathKey(), trpc.tasks.archived.pathKey()];
  return () => Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

function showDone(label: 'Archived' | 'Restored', name: string, undo: () => Promise<unknown>): void {
  showUndo({
    label,
    detail: name,
    sentence: `${label} the project ${quote(name)}.`,
    onUndo: () =>
      undo().then(
        () => true,
        // The mutation has shown its error.
        () => false,
      ),
  });
}
