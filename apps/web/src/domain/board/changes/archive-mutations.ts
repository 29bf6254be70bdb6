import type { BoardTask, Task } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showUndo } from '#lib/notices/show-undo.tsx';
import { quote } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { useDependencyNotices } from '../dependencies/use-dependency-notices.ts';
import { useTeamOptions } from './task-mutations.ts';
import { useChangeTask } from './use-change-task.ts';

/** Archives a task and restores one, each with Undo. Both resolve to whether it was done. */
export function useArchive() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const archiving = useMutation(trpc.tasks.archive.mutationOptions(useTeamOptions()));
  const restoring = useMutation(trpc.tasks.restore.mutationOptions(useTeamOptions()));
  const change = useChangeTask();
  const { readWaitingNote } = useDependencyNotices();
  const readArchiveAgain = () => queryClient.invalidateQueries({ queryKey: trpc.tasks.archived.pathKey() });

  async function sendArchival(task: BoardTask): Promise<Task | null> {
    const changed = await change({
      task,
      expect: ({ expectArchival }) => expectArchival(),
      send: () => archiving.mutateAsync({ taskId: task.id }),
    });
    if (changed) void readArchiveAgain();
    return changed?.after ?? null;
  }

  async function sendRestoration(task: BoardTask): Promise<Task | null> {
    const changed = await change({
      task,
      expect: ({ expectRestoration }) => expectRestoration(),
      send: () => restoring.mutateAsync({ taskId: task.id }),
    });
    // Remove the row from the archive before the toast appears.
    if (changed) await readArchiveAgain();
    return changed?.after ?? null;
  }

  async function archive(task: BoardTask): Promise<boolean> {
    const archived = await sendArchival(task);
    if (!archived) return false;
    const note = await readWaitingNote(task, archived);
    showUndo({
      label: 'Archived',
      detail: task.title,
      note,
      sentence: [`Archived ${quote(task.title)}.`, note].filter(Boolean).join(' '),
      onUndo: async () => (await sendRestoration(archived)) !== null,
    });
    return true;
  }

  async function restore(task: BoardTask): Promise<boolean> {
    const restored = await sendRestoration(task);
    if (!restored) return false;
    showUndo({
      label: 'Restored',
      detail: task.title,
      sentence: `Restored ${quote(task.title)}.`,
      onUndo: async () => (await sendArchival(restored)) !== null,
    });
    return true;
  }

  return { archive, restore };
}
