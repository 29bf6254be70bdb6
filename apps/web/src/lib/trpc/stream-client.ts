import type { AppRouter } from '@crewboard/api/router';
import { createTRPCClient, httpSubscriptionLink, type TRPCClient } from '@trpc/client';
import { TEAM_PARAMETER } from '../auth/to-claims.ts';
import { omitDirection } from './omit-direction.ts';
import { teamInPath } from './team-in-path.ts';

/**
 * A client for subscriptions. A browser cannot add headers to a stream: the team is in its URL. If the lazily loaded
 * `LiveTeam` imported `@trpc/client` itself, every page would load the code of subscriptions: hence this file.
 */
export function createStreamClient(): TRPCClient<AppRouter> {
  return createTRPCClient<AppRouter>({
    links: [
      omitDirection,
      httpSubscriptionLink({ url: () => `/api/trpc?${TEAM_PARAMETER}=${teamInPath() ?? ''}` }),
    ],
  });
}
