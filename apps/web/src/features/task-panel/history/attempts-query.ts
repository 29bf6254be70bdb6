import type { AppRouter } from '@crewboard/api/router';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';

const PAGE_LENGTH = 10;

/** The attempts of a task, the newest first. */
export const attemptsOptions = (trpc: TRPCOptionsProxy<AppRouter>, taskId: string) =>
  trpc.tasks.attemptPage.infiniteQueryOptions(
    { taskId, limit: PAGE_LENGTH },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
