'use client';

import type { AppRouter } from '@crewboard/api/router';
import { QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { type ReactNode, useState } from 'react';
import { TEAM_HEADER, TEAM_PARAMETER } from '../auth/to-claims.ts';
import { TRPCProvider } from './client.ts';
import { leaveWhenSignedOut } from './leave-when-signed-out.ts';
import { omitDirection } from './omit-direction.ts';
import { createQueryClient } from './query-client.ts';

/** Gives the pages below the API's procedures, reached through this server's own route. */
export function TrpcQueryProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(() => createQueryClient(leaveWhenSignedOut));
  const [trpcClient] = useState(createBrowserClient);

  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider queryClient={queryClient} trpcClient={trpcClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}

function createBrowserClient() {
  return createTRPCClient<AppRouter>({
    links: [
      omitDirection,
      splitLink({
        condition: ({ type }) => type === 'subscription',
        // A browser sends no headers of ours with a stream: the team stands in its address.
        true: httpSubscriptionLink({ url: () => `/api/trpc?${TEAM_PARAMETER}=${teamInPath() ?? ''}` }),
        // Not in batches: the API runs the calls of one after another, and a slow one would hold up the others.
        false: httpLink({ url: '/api/trpc', headers: teamHeader }),
      }),
    ],
  });
}

// Read with each call: the client outlives the way from one team to another.
const teamInPath = () => /^\/t\/(\w+)/.exec(window.location.pathname)?.[1];

function teamHeader(): Record<string, string> {
  const team = teamInPath();
  return team ? { [TEAM_HEADER]: team } : {};
}
