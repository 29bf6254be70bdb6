import type { AppRouter } from '@crewboard/api/router';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';

const PAGE_LENGTH = 50;
/** Poll: the time of the last activity changes without an event, unlike names and roles. */
const POLL_INTERVAL_MS = 30_000;

/** The members of the team by name: the same query for the server, which prefetches it, and the browser. */
export const membersOptions = (trpc: TRPCOptionsProxy<AppRouter>, teamId: string) =>
  trpc.members.page.infiniteQueryOptions(
    { teamId, limit: PAGE_LENGTH },
    { refetchInterval: POLL_INTERVAL_MS, getNextPageParam: ({ nextCursor }) => nextCursor },
  );
