'use client';

import type { AppRouter } from '@crewboard/api/router';
import { QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpLink, type Operation } from '@trpc/client';
import { type ReactNode, useState } from 'react';
import { TEAM_HEADER } from '../auth/to-claims.ts';
import type { CallContext } from './call-context.ts';
import { TRPCProvider } from './client.ts';
import { endInTime } from './end-in-time.ts';
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
      endInTime,
      // No batches: the API runs the calls of a batch one after another, and a slow one would delay the others.
      httpLink({ url: '/api/trpc', headers: teamHeader }),
    ],
  });
}

function teamHeader({ op }: { op: Operation }): Record<string, string> {
  const team = (op.context as CallContext).teamId ?? teamInPath();
  return team ? { [TEAM_HEADER]: team } : {};
}
