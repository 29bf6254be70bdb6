'use client';

import type { BoardTask } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTRPC } from '#lib/trpc/client.ts';
import { useStored, useTaskStore } from '../store/use-task-store.ts';
import { listDependencies } from './dependencies.ts';

/** What a task waits for and what waits for it, kept current. */
export function useDependencies({ id, blockedBy }: Pick<BoardTask, 'id' | 'blockedBy'>) {
  const { data, ...read } = useQuery(useTRPC().tasks.dependencies.queryOptions({ taskId: id }));
  const store = useTaskStore();
  const revision = useStored((current) => current.revision);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for what the store shows.
  const lists = useMemo(
    () => listDependencies({ id, blockedBy }, data, store),
    [id, blockedBy, data, store, revision],
  );
  return { ...lists, isError: read.isError && !data, refetch: read.refetch };
}
