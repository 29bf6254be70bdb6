import { useMemo } from 'react';
import { useUrlState } from '#lib/url/use-url-state.ts';
import { auditParsers, auditUrlKeys, toAuditFilters } from './audit-filters.ts';

/** The filters in the URL. `setFilters(null)` removes all of them. */
export function useAuditFilters() {
  const [values, setFilters] = useUrlState(auditParsers, auditUrlKeys);
  const filters = useMemo(() => toAuditFilters(values), [values]);
  return { filters, setFilters };
}

export type SetAuditFilters = ReturnType<typeof useAuditFilters>['setFilters'];
