'use client';

import type { BoardTask } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { expectedNext, type ShownNext } from '#domain/board/expected-next.ts';
import { isSameWait } from '#domain/board/next-actor.ts';
import { isClosed } from '#domain/board/statuses.ts';
import { useTRPC } from '#lib/trpc/client.ts';

/** A task gets stale, and a token expires, without an event of its own. */
const pollIntervalMs = 60_000;

/** Who acts next on a task, kept current; null for nobody. */
export function useNext(task: BoardTask): ShownNext | null {
  const options = useTRPC().tasks.get.queryOptions({ taskId: task.id, include: 'next' });
  const { data } = useQuery({
    ...options,
    enabled: !isClosed(task.status) && !task.archivedAt,
    refetchInterval: pollIntervalMs,
  });
  if (data?.next !== undefined && (data.version > task.version || isSameWait(data, task))) return data.next;
  return expectedNext(task, new Date().toISOString());
}
