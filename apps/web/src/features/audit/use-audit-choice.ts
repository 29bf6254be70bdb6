'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { type AuditChoice, readAuditChoice, writeAuditChoice } from './audit-choice.ts';

/** The filters stand in the URL, so that a reload and a link show the same and the back button works. */
export function useAuditChoice() {
  const pathname = usePathname();
  const params = useSearchParams();
  const choice = useMemo(() => readAuditChoice(new URLSearchParams(params.toString())), [params]);

  return {
    choice,
    choose(next: AuditChoice) {
      const search = writeAuditChoice(next);
      if (search !== writeAuditChoice(choice)) window.history.pushState(null, '', pathname + search);
    },
  };
}
