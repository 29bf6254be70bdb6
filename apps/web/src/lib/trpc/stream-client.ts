import type { AppRouter } from '@crewboard/api/router';
import { createTRPCClient, httpSubscriptionLink, type TRPCClient } from '@trpc/client';
import { TEAM_PARAMETER } from '../auth/to-claims.ts';
import { omitDirection } from './omit-direction.ts';
import { teamInPath } from './team-in-path.ts';

/**
 * A client for subscriptions. The team is in the URL, because a browser cannot add headers to a stream. This is a file of its
 * own: if the lazily loaded `LiveTeam` imported `@trpc/client` itself, every page would load the code of subscriptions.
 */
export function createStreamClient(): TRPCClient<AppRouter> {
  return createTRPCClient<AppRouter>({
    links: [
      omitDirection,
      httpSubscriptionLink({ url: () => `/api/trpc?${TEAM_PARAMETER}=${teamInPath() ?? ''}` }),
    ],
  });
}
