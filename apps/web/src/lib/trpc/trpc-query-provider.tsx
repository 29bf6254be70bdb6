'use client';

import type { AppRouter } from '@crewboard/api/router';
import { QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpLink } from '@trpc/client';
import { type ReactNode, useState } from 'react';
import { TEAM_HEADER } from '../auth/to-claims.ts';
import { TRPCProvider } from './client.ts';
import { leaveWhenSignedOut } from './leave-when-signed-out.ts';
import { omitDirection } from './omit-direction.ts';
import { createQueryClient } from './query-client.ts';
import { teamInPath } from './team-in-path.ts';

/** Provides the procedures of the API, through the route of this server. */
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
      // No batches: the API runs the calls of a batch one after another, and a slow one would delay the others.
      httpLink({ url: '/api/trpc', headers: teamHeader }),
    ],
  });
}

function teamHeader(): Record<string, string> {
  const team = teamInPath();
  return team ? { [TEAM_HEADER]: team } : {};
}
