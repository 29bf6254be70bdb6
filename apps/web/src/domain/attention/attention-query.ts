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
function countGroup({ reason, count, isExact, tasks }: Group): BoundedCount {
  if (reason !== 'paused' || count === 0) return { count, isExact };
  const pauses = pausesOf(tasks);
  // The oldest tasks alone are here: others may wait for another pause, unless all wait for that of the team.
  const isAll = isExact && tasks.length >= count;
  return { count: pauses.length, isExact: isAll || pauses.some(({ type }) => type === 'team') };
}

/** The tasks that nobody has taken, what is paused, and the other things that are stuck. */
export function countAttention({ tasks, stuck }: Pick<Attention, 'tasks' | 'stuck'>): BoundedCount {
  const counts = tasks.map(countGroup);
  return {
    count: counts.reduce((sum, { count }) => sum + count, stuck.length),
    isExact: counts.every(({ isExact }) => isExact),
  };
}
