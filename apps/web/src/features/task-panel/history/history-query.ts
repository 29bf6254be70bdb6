import type { AppRouter } from '@crewboard/api/router';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';

const PAGE_LENGTH = 30;

/** The events of a task, the newest first: the same query for the server, which prefetches it, and the browser. */
export const historyOptions = (trpc: TRPCOptionsProxy<AppRouter>, taskId: string) =>
  trpc.events.history.infiniteQueryOptions(
    { taskId, limit: PAGE_LENGTH },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
