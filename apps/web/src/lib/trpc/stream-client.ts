import type { AppRouter } from '@crewboard/api/router';
import { createTRPCClient, httpSubscriptionLink, type TRPCClient } from '@trpc/client';
import { TEAM_PARAMETER } from '../auth/to-claims.ts';
import { omitDirection } from './omit-direction.ts';
import { teamInPath } from './team-in-path.ts';

// Keep this apart from `LiveTeam`, its only user: although `LiveTeam` is loaded lazily, the bundler would put the code
// of subscriptions into the first load of every page if `LiveTeam` imported `@trpc/client` itself.

/** A client for subscriptions. The team is in the URL, because a browser cannot add headers to a stream. */
export function createStreamClient(): TRPCClient<AppRouter> {
  return createTRPCClient<AppRouter>({
    links: [
      omitDirection,
      httpSubscriptionLink({ url: () => `/api/trpc?${TEAM_PARAMETER}=${teamInPath() ?? ''}` }),
    ],
  });
}
