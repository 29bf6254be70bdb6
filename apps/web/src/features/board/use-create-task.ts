'use client';

import type { Task } from '@crewboard/contracts';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { type BoardFilters, matchesFilters } from '../../domain/board/board-filters.ts';
import { useBoardCache } from '../../domain/board/use-board-cache.ts';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';

/** @param filters what the board shows: a new task that it hides is told in words */
export function useCreateTask(filters: BoardFilters, onCreated: (task: Task) => void) {
  const board = useBoardCache();
  return useMutation(
    useTRPC().tasks.create.mutationOptions({
      onSuccess: (task) => {
        board.place(task);
        if (!matchesFilters(task, filters)) {
          notifications.show({ title: 'Task created', message: 'The filters of the board hide it.' });
        }
        onCreated(task);
      },
      onError: showError,
    }),
  );
}
