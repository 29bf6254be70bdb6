'use client';

import type { BoardTask } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { expectedNext, type ShownNext } from '#domain/board/expected-next.ts';
import { isClosed } from '#domain/board/statuses.ts';
import { useStored } from '#domain/board/use-task-store.ts';
import { useTRPC } from '#lib/trpc/client.ts';

/** A task gets stale, and a token expires, without an event of its own. */
const pollIntervalMs = 60_000;

/** Who acts next on a task, kept current; null for nobody. */
export function useNext(task: BoardTask): ShownNext | null {
  const options = useTRPC().tasks.get.queryOptions({ taskId: task.id, include: 'next' });
  // The store keeps what it reads, as long as it is true.
  useQuery({
    ...options,
    enabled: !isClosed(task.status) && !task.archivedAt,
    notifyOnChangeProps: [],
    refetchInterval: pollIntervalMs,
  });
  const told = useStored((store) => store.nextOf(task.id));
  return told === undefined ? expectedNext(task, new Date().toISOString()) : told;
}
