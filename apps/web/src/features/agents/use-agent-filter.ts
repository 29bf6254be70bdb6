'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { type AgentFilter, readAgentFilter } from './agent-filter.ts';

/** Which agents are shown stands in the URL, so that a reload and a link show the same. */
export function useAgentFilter() {
  const pathname = usePathname();
  const filter = readAgentFilter(useSearchParams().get('status'));

  function setFilter(next: AgentFilter) {
    window.history.replaceState(null, '', next === 'all' ? pathname : `${pathname}?status=${next}`);
  }
  return { filter, setFilter };
}
