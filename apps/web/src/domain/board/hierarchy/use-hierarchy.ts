'use client';

import type { BoardTask } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTRPC } from '#lib/trpc/client.ts';
import { useStored, useTaskStore } from '../store/use-task-store.ts';
import { listHierarchy } from './hierarchy.ts';

/** The parent of a task and its sub-tasks, kept current. */
export function useHierarchy({ id, parentId }: Pick<BoardTask, 'id' | 'parentId'>) {
  const { data, ...read } = useQuery(useTRPC().tasks.hierarchy.queryOptions({ taskId: id }));
  const store = useTaskStore();
  const revision = useStored((current) => current.revision);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision changes with the tasks of the store.
  const hierarchy = useMemo(
    () => listHierarchy({ id, parentId }, data, store),
    [id, parentId, data, store, revision],
  );
  return { ...hierarchy, isError: read.isError && !data, refetch: read.refetch };
}
