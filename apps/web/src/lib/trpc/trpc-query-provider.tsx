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

// By default, TanStack Query renders a change of the cache in a later task: the toast of the change would appear first.
notifyManager.setScheduler(queueMicrotask);

/** Longer than the web server waits for the API: see `pipeToApi`. */
const timeoutMs = 65_000;

/** Fails a call whose connection was lost unnoticed: it would hold up the later changes of the same task. */
const endInTime: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    next({ ...op, signal: op.signal ?? AbortSignal.timeout(timeoutMs) });

/** Provides the query client and the procedures of the API, which the browser calls through this server. */
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
  buildWatch.check(response.headers);
  return response;
}

function teamHeader({ op }: { op: Operation }): Record<string, string> {
  const team = (op.context as CallContext).teamId ?? teamInPath();
  return team ? { [TEAM_HEADER]: team } : {};
}
