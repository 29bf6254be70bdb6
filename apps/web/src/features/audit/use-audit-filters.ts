'use client';

import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { auditParsers, auditUrlKeys, toAuditFilters } from './audit-filters.ts';

/** The filters in the URL: a reload and a link show the same, and the back button works. */
export function useAuditFilters() {
  const [values, setFilters] = useQueryStates(auditParsers, { urlKeys: auditUrlKeys, history: 'push' });
  const filters = useMemo(() => toAuditFilters(values), [values]);
  return { filters, setFilters };
}

/** Changes some filters, where null clears one; null alone clears all. */
export type SetAuditFilters = ReturnType<typeof useAuditFilters>['setFilters'];
