import type { Metadata } from 'next';
import { connection } from 'next/server';
import { PageFrame } from '#components/page/page-frame.tsx';
import { FirstCall } from '#features/first-call/first-call.tsx';
import { ReferenceLinks } from '#features/status/reference-links.tsx';
import { StatusPanel } from '#features/status/status-panel.tsx';
import { readEnv } from '#lib/env.ts';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import { createServerTrpc } from '#lib/trpc/server.ts';
import styles from './page.module.css';

export const metadata: Metadata = { title: 'Status' };

export default async function StatusPage() {
  // Render with each request: the status must not come from the build.
  await connection();
  const queryClient = createQueryClient();
  await queryClient.prefetchQuery(createServerTrpc(queryClient).system.status.queryOptions());
  const { publicApiUrl } = readEnv();

  return (
    <PageFrame>
      <HydrateClient queryClient={queryClient}>
        <StatusPanel />
      </HydrateClient>
      <div className={styles.columns}>
        <FirstCall apiUrl={publicApiUrl} />
        <ReferenceLinks apiUrl={publicApiUrl} />
      </div>
    </PageFrame>
  );
}
