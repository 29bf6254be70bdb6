import type { AppRouter } from '@crewboard/api/router';
import { signWebToken } from '@crewboard/app-secret';
import type { QueryClient } from '@tanstack/react-query';
import { createTRPCClient } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { chooseInitialTeam, LAST_TEAM_COOKIE } from '#domain/team/last-team.ts';
import { AccountSettings } from '#features/account/account-settings.tsx';
import { AccountFrame } from '#features/shell/account-frame.tsx';
import { FollowAccount } from '#lib/auth/follow-account.tsx';
import { requireAccount } from '#lib/auth/load-account.ts';
import { readSession } from '#lib/auth/read-session.ts';
import { readEnv } from '#lib/env.ts';
import { apiLink } from '#lib/trpc/api-client.ts';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import { PREFETCH_TIMEOUT_MS } from '#lib/trpc/server.ts';

export const metadata: Metadata = { title: 'Your account' };

export default async function AccountPage() {
  const account = await requireAccount();
  const queryClient = createQueryClient();
  await prefetchSessions(queryClient);
  const team = chooseInitialTeam(account.teams, (await cookies()).get(LAST_TEAM_COOKIE)?.value);

  return (
    <AccountFrame account={account} isTopAligned>
      <FollowAccount accountId={account.id} />
      <HydrateClient queryClient={queryClient}>
        <AccountSettings account={account} team={team} />
      </HydrateClient>
    </AccountFrame>
  );
}

/** Prefetches the sessions of the person. `createServerTrpc` without a team would call as the web server. */
async function prefetchSessions(queryClient: QueryClient): Promise<void> {
  const session = await readSession();
  if (!session) return;
  const token = await signWebToken(readEnv().appSecret, { session });
  const client = createTRPCClient<AppRouter>({ links: [apiLink(() => token, PREFETCH_TIMEOUT_MS)] });
  const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });
  await queryClient.prefetchQuery(trpc.accounts.sessions.queryOptions());
}
