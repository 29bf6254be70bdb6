'use client';

import { useMemo } from 'react';
import { useUrlState } from '../../lib/use-url-state.ts';
import { auditState, toAuditFilters } from './audit-filters.ts';

/** The filters in the URL. */
export function useAuditFilters() {
  const [values, setFilters] = useUrlState(auditState);
  const filters = useMemo(() => toAuditFilters(values), [values]);
  return { filters, setFilters };
}

export type SetAuditFilters = ReturnType<typeof useAuditFilters>['setFilters'];
