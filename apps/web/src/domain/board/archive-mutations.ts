'use client';

import type { BoardTask } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { announce } from '#lib/notices/announce.ts';
import { showUndo } from '#lib/notices/show-undo.tsx';
import { isolate } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { useTeamOptions } from './task-mutations.ts';
import { useChangeTask } from './use-change-task.ts';

/** Archives a task, and offers to undo it; restores one. Each resolves to whether it was done. */
export function useArchive() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const archiving = useMutation(trpc.tasks.archive.mutationOptions(useTeamOptions()));
  const restoring = useMutation(trpc.tasks.restore.mutationOptions(useTeamOptions()));
  const change = useChangeTask();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: trpc.tasks.archived.pathKey() });

  async function sendRestoration(task: BoardTask): Promise<boolean> {
    const restored = await change({
      task,
      expect: ({ expectRestoration }) => expectRestoration(),
      send: () => restoring.mutateAsync({ taskId: task.id }),
    });
    if (restored) await readAgain();
    return restored !== null;
  }

  async function archive(task: BoardTask): Promise<boolean> {
    const changed = await change({
      task,
      expect: ({ expectArchival }) => expectArchival(),
      send: () => archiving.mutateAsync({ taskId: task.id }),
    });
    if (!changed) return false;
    void readAgain();
    showUndo({
      label: 'Archived',
      detail: task.title,
      sentence: `Archived “${isolate(task.title)}”.`,
      onUndo: async () => ((await sendRestoration(changed.after)) ? '' : null),
    });
    return true;
  }

  async function restore(task: BoardTask): Promise<boolean> {
    const isRestored = await sendRestoration(task);
    if (isRestored) announce(`Restored “${isolate(task.title)}”.`);
    return isRestored;
  }

  return { archive, restore };
}
