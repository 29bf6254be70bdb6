import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AuditLog } from '../../../../features/audit/audit-log.tsx';
import { HydrateClient } from '../../../../lib/trpc/hydrate-client.tsx';
import { loadAudit } from './load-audit.ts';

interface AuditPageProps {
  params: Promise<{ team: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export const metadata: Metadata = { title: 'Audit' };

export default async function AuditPage({ params, searchParams }: AuditPageProps) {
  const { queryClient, isHidden } = await loadAudit((await params).team, searchParams);
  if (isHidden) notFound();

  return (
    <HydrateClient queryClient={queryClient}>
      <AuditLog />
    </HydrateClient>
  );
}
