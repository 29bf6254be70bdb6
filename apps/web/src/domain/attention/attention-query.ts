import type { AppRouter } from '@crewboard/api/router';
import type { Attention, BoundedCount } from '@crewboard/contracts';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { pausesOf } from './pauses-of.ts';

/** Poll: changes that time alone makes, such as the end of a token, have no event. */
const pollIntervalMs = 60_000;

/** The query of all that waits for a person. The server and the browser read it with the same options. */
export const attentionOptions = (trpc: TRPCOptionsProxy<AppRouter>, teamId: string) => ({
  ...trpc.attention.get.queryOptions({ teamId }),
  refetchInterval: pollIntervalMs,
});

type Group = Attention['tasks'][number];

/** How many things wait for a person: tasks that nobody has taken, pauses, and other things that are stuck. */
export function countAttention({ tasks, stuck }: Pick<Attention, 'tasks' | 'stuck'>): BoundedCount {
  const counts = tasks.map(countGroup);
  return {
    count: counts.reduce((sum, { count }) => sum + count, stuck.length),
    isExact: counts.every(({ isExact }) => isExact),
  };
}

/** Counts a pause once, however many tasks wait for it: it is one decision. */
function countGroup({ reason, count, isExact, tasks }: Group): BoundedCount {
  if (reason !== 'paused' || count === 0) return { count, isExact };
  const pauses = pausesOf(tasks);
  // The response has only the oldest tasks. The others may wait for further pauses, unless the whole team is paused.
  const isAll = isExact && tasks.length >= count;
  return { count: pauses.length, isExact: isAll || pauses.some(({ type }) => type === 'team') };
}
