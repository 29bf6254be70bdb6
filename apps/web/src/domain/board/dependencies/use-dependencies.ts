import type { BoardTask } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#lib/trpc/client.ts';
import { useComputed } from '../store/use-computed.ts';
import { listDependencies } from './dependencies.ts';

/** The tasks that a task waits for and those that wait for it, kept current. */
export function useDependencies({ id, blockedBy }: Pick<BoardTask, 'id' | 'blockedBy'>) {
  const { data, ...read } = useQuery(useTRPC().tasks.dependencies.queryOptions({ taskId: id }));
  const lists = useComputed(
    (store) => listDependencies({ id, blockedBy }, data, store),
    [id, blockedBy, data],
  );
  return { ...lists, isError: read.isError && !data, refetch: read.refetch };
}
