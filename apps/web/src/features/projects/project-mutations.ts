'use client';

import type { Project } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { showError } from '#lib/notices/show-error.ts';
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
