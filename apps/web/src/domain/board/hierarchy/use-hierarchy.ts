import type { BoardTask } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#lib/trpc/client.ts';
import { useComputed } from '../store/use-computed.ts';
import { listHierarchy } from './hierarchy.ts';

/** The parent of a task and its sub-tasks, kept current. */
export function useHierarchy({ id, parentId }: Pick<BoardTask, 'id' | 'parentId'>) {
  const { data, ...read } = useQuery(useTRPC().tasks.hierarchy.queryOptions({ taskId: id }));
  const hierarchy = useComputed(
    (store) => listHierarchy({ id, parentId }, data, store),
    [id, parentId, data],
  );
  return { ...hierarchy, isError: read.isError && !data, refetch: read.refetch };
}
