import type { AppRouter } from '@crewboard/api/router';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';

// The same queries for the server, which prefetches their first pages, and the browser.

const EVENTS_PER_PAGE = 30;
const ATTEMPTS_PER_PAGE = 10;

/** The events of a task, the newest first. */
export const historyOptions = (trpc: TRPCOptionsProxy<AppRouter>, taskId: string) =>
  trpc.events.history.infiniteQueryOptions(
    { taskId, limit: EVENTS_PER_PAGE },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );

/** The attempts of a task, the newest first. */
export const attemptsOptions = (trpc: TRPCOptionsProxy<AppRouter>, taskId: string) =>
  trpc.tasks.attemptPage.infiniteQueryOptions(
    { taskId, limit: ATTEMPTS_PER_PAGE },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
