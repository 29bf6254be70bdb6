'use client';

import type { AppRouter } from '@crewboard/api/router';
import { notifyManager, QueryClientProvider } from '@tanstack/react-query';
import { createTRPCClient, httpLink, type Operation, type TRPCLink } from '@trpc/client';
import { type ReactNode, useState } from 'react';
import { leaveWhenSignedOut } from '../auth/leave-when-signed-out.ts';
import { TEAM_HEADER } from '../auth/to-claims.ts';
import { buildWatch } from '../update/build-watch.ts';
import type { CallContext } from './call-context.ts';
import { TRPCProvider } from './client.ts';
import { omitDirection } from './omit-direction.ts';
import { createQueryClient } from './query-client.ts';
import { teamInPath } from './team-in-path.ts';

// What a change writes to the cache is shown with its toast, not after it.
notifyManager.setScheduler(queueMicrotask);

/** Longer than the server of the pages waits for the API. */
const timeoutMs = 65_000;

/** Fails a call whose connection was lost without notice: changes of a task wait for the earlier ones. */
const endInTime: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next({ ...op, signal: op.signal ?? AbortSignal.timeout(timeoutMs) });

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
      httpLink({ url: '/api/trpc', headers: teamHeader, fetch: fetchAndWatch }),
    ],
  });
}

async function fetchAndWatch(...call: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...call);
  buildWatch.notice(response.headers);
  return response;
}

function teamHeader({ op }: { op: Operation }): Record<string, string> {
  const team = (op.context as CallContext).teamId ?? teamInPath();
  return team ? { [TEAM_HEADER]: team } : {};
}
