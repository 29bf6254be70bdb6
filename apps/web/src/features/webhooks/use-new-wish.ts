'use client';

import { usePathname, useSearchParams } from 'next/navigation';

/** The command palette leads here with the wish for a new endpoint, which stands in the URL. */
export function useNewWish() {
  const pathname = usePathname();
  const wantsNew = useSearchParams().get('new') === 'endpoint';
  return {
    wantsNew,
    dropWish() {
      if (wantsNew) window.history.replaceState(null, '', pathname);
    },
  };
}
