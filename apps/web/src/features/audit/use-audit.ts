'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTeam } from '../../domain/team/team.tsx';
import { useTRPC } from '../../lib/trpc/client.ts';
import type { AuditFilters } from './audit-filters.ts';
import { auditOptions } from './audit-query.ts';

export function useAudit(filters: AuditFilters) {
  const trpc = useTRPC();
  const team = useTeam();
  const query = useInfiniteQuery({
    ...auditOptions(trpc, team.id, filters),
    placeholderData: keepPreviousData,
  });
  const events = useMemo(() => (query.data?.pages ?? []).flatMap((page) => page.events), [query.data]);
  return { ...query, events };
}
