import type { AppRouter } from '@crewboard/api/router';
import type { Attention, BoundedCount } from '@crewboard/contracts';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { pausesOf } from './pauses-of.ts';

/** Some things come with time alone, of which no event tells: a token expires, a task gets stale. */
const pollIntervalMs = 60_000;

/** What waits for a person: the same query for the server, which prefetches it, and the browser. */
export const attentionOptions = (trpc: TRPCOptionsProxy<AppRouter>, teamId: string) => ({
  ...trpc.attention.get.queryOptions({ teamId }),
  refetchInterval: pollIntervalMs,
});

type Group = Attention['tasks'][number];

/** A pause is one thing to decide, however many tasks wait for it. */
const countGroup = ({ reason, count, isExact, tasks }: Group): BoundedCount =>
  reason === 'paused' && count > 0 ? { count: pausesOf(tasks).length, isExact: true } : { count, isExact };

/** The tasks that nobody has taken, what is paused, and the other things that are stuck. */
export function countAttention({ tasks, stuck }: Pick<Attention, 'tasks' | 'stuck'>): BoundedCount {
  const counts = tasks.map(countGroup);
  return {
    count: counts.reduce((sum, { count }) => sum + count, stuck.length),
    isExact: counts.every(({ isExact }) => isExact),
  };
}
