'use client';

import type { BoardTask } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTRPC } from '#lib/trpc/client.ts';
import { useStored, useTaskStore } from '../store/use-task-store.ts';
import { listDependencies } from './dependencies.ts';

/** The tasks that a task waits for and those that wait for it, kept current. */
export function useDependencies({ id, blockedBy }: Pick<BoardTask, 'id' | 'blockedBy'>) {
  const { data, ...read } = useQuery(useTRPC().tasks.dependencies.queryOptions({ taskId: id }));
  const store = useTaskStore();
  const revision = useStored((current) => current.revision);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision changes with the tasks of the store.
  const lists = useMemo(
    () => listDependencies({ id, blockedBy }, data, store),
    [id, blockedBy, data, store, revision],
  );
  return { ...lists, isError: read.isError && !data, refetch: read.refetch };
}
