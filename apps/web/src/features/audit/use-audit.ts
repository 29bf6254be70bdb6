'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTeam } from '../../domain/team/team.tsx';
import { useTRPC } from '../../lib/trpc/client.ts';
import type { AuditChoice } from './audit-choice.ts';
import { auditOptions } from './audit-query.ts';

export function useAudit(choice: AuditChoice) {
  const trpc = useTRPC();
  const team = useTeam();
  const query = useInfiniteQuery({
    ...auditOptions(trpc, team.id, choice),
    placeholderData: keepPreviousData,
  });
  const events = useMemo(() => (query.data?.pages ?? []).flatMap((page) => page.events), [query.data]);
  return { ...query, events };
}
