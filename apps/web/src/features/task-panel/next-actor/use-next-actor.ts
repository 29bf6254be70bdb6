import { type BoardTask, isClosed } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ShownNext, shownNext } from '#domain/board/store/expected-next.ts';
import { serviceNow } from '#lib/time/service-clock.ts';
import { useTRPC } from '#lib/trpc/client.ts';

/** No event announces that a task gets stale or that a token expires. */
const pollIntervalMs = 60_000;

/** Who acts next on a task, kept current; null for nobody. */
export function useNextActor(task: BoardTask): ShownNext | null {
  const options = useTRPC().tasks.get.queryOptions({ taskId: task.id, include: 'next' });
  const { data } = useQuery({
    ...options,
    enabled: !isClosed(task) && !task.archivedAt,
    refetchInterval: pollIntervalMs,
  });
  return shownNext(task, data, new Date(serviceNow()).toISOString());
}
