import type { AppRouter } from '@crewboard/api/router';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { wholeListOptions } from '#lib/trpc/whole-list-options.ts';

/**
 * All agents of the team with their task counts: the same query for the server, which prefetches it, and the browser.
 */
export const agentsOptions = (trpc: TRPCOptionsProxy<AppRouter>, teamId: string) =>
  wholeListOptions((cursor) => trpc.agents.overviews.queryOptions({ teamId, cursor }));
