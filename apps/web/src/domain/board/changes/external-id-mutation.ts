import type { BoardTask } from '@crewboard/contracts';
import { useMutation } from '@tanstack/react-query';
import { getNamedTasks } from '#lib/failures/problem-of.ts';
import { showError } from '#lib/notices/show-error.ts';
import { quote } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { readTitles } from '../dependencies/dependency-notices.ts';
import { useTaskSource } from '../dependencies/use-dependency-notices.ts';
import { useTeamOptions } from './task-mutations.ts';
import { useChangeTask } from './use-change-task.ts';

/** Sets the external id of a task. If another task has this id, resolves to a problem for the form, with its title. */
export function useSetExternalId(task: BoardTask) {
  const source = useTaskSource();
  const update = useMutation(useTRPC().tasks.update.mutationOptions(useTeamOptions()));
  const change = useChangeTask();

  return async (externalId: string | null): Promise<{ isSaved: boolean; problem: string | null }> => {
    let takenByTaskId: string | undefined;
    const changed = await change({
      task,
      expect: ({ expectUpdate }) => expectUpdate({ externalId }),
      send: () => update.mutateAsync({ taskId: task.id, externalId }),
      onError(error) {
        takenByTaskId = getNamedTasks(error).taskId;
        if (!takenByTaskId) showError(error);
      },
    });
    const [title] = takenByTaskId ? await readTitles(source, [takenByTaskId]) : [];
    return {
      isSaved: changed !== null,
      problem: title === undefined ? null : `${quote(title)} has this external id.`,
    };
  };
}
