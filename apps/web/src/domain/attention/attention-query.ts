import type { AppRouter } from '@crewboard/api/router';
import type { Attention, BoundedCount } from '@crewboard/contracts';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';

/** Some things come with time alone, of which no event tells: a token expires, a task gets stale. */
const pollIntervalMs = 60_000;

/** What waits for a person: the same query for the server, which prefetches it, and the browser. */
export const attentionOptions = (trpc: TRPCOptionsProxy<AppRouter>, teamId: string) => ({
  ...trpc.attention.get.queryOptions({ teamId }),
  refetchInterval: pollIntervalMs,
});

/** The tasks that nobody has taken, and the other things that are stuck. */
export const countAttention = ({ tasks, stuck }: Pick<Attention, 'tasks' | 'stuck'>): BoundedCount => ({
  count: tasks.reduce((sum, { count }) => sum + count, stuck.length),
  isExact: tasks.every(({ isExact }) => isExact),
});
