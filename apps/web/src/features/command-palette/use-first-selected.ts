'use client';

import { useEffect, useRef } from 'react';

/** What arrives after the last key is selected by nobody else: Enter must run the first result then as well. */
export function useFirstSelected(arrived: unknown) {
  const results = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks again whenever something has arrived.
  useEffect(() => {
    if (results.current?.querySelector('[data-selected]')) return;
    results.current?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  }, [arrived]);

  return results;
}
