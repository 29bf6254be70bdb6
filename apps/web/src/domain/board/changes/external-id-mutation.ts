'use client';

import type { BoardTask } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { getNamedTasks } from '#lib/failures/problem-of.ts';
import { showError } from '#lib/notices/show-error.ts';
import { isolate } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { readTitles } from '../dependencies/tell-dependencies.ts';
import { useTaskStore } from '../store/use-task-store.ts';
import { useTeamOptions } from './task-mutations.ts';
import { useChangeTask } from './use-change-task.ts';

/** Sets the external id of a task. Resolves to whether it was saved, and where another task has it to a problem for the form. */
export function useSetExternalId(task: BoardTask) {
  const trpc = useTRPC();
  const source = {
    ...{ trpc, queryClient: useQueryClient() },
    ...{ store: useTaskStore(), teamId: useTeam().id },
  };
  const update = useMutation(trpc.tasks.update.mutationOptions(useTeamOptions()));
  const change = useChangeTask();

  return async (externalId: string | null): Promise<{ isSaved: boolean; problem: string | null }> => {
    let takenBy: string | undefined;
    const changed = await change({
      task,
      expect: ({ expectUpdate }) => expectUpdate({ externalId }),
      send: () => update.mutateAsync({ taskId: task.id, externalId }),
      onError(error) {
        takenBy = getNamedTasks(error).taskId;
        if (!takenBy) showError(error);
      },
    });
    const [title] = takenBy ? await readTitles(source, [takenBy]) : [];
    return {
      isSaved: changed !== null,
      problem: title === undefined ? null : `“${isolate(title)}” has this external id.`,
    };
  };
}
