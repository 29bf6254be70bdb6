'use client';

import { useEffect } from 'react';

const STORAGE_KEY = 'crewboard-account';

/**
 * Loads the page anew once another account has opened a page in this browser: all tabs have one session, so that the
 * page would act for that account and show this one.
 */
export function useFollowAccount(accountId: string): void {
  useEffect(() => {
    if (!remember(accountId)) return;
    const check = () => {
      const current = localStorage.getItem(STORAGE_KEY);
      if (current !== null && current !== accountId) window.location.reload();
    };
    window.addEventListener('storage', check);
    // A page that was frozen in the background gets no events.
    document.addEventListener('visibilitychange', check);
    return () => {
      window.removeEventListener('storage', check);
      document.removeEventListener('visibilitychange', check);
    };
  }, [accountId]);
}

/** The same for pages outside of teams. */
export function FollowAccount({ accountId }: { accountId: string }) {
  useFollowAccount(accountId);
  return null;
}

/** False where the browser stores nothing. */
function remember(accountId: string): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, accountId);
    return true;
  } catch {
    return false;
  }
}
