'use client';

import { useEffect } from 'react';

const STORAGE_KEY = 'crewboard-account';

/**
 * Reloads the page once another account has opened a page in this browser. All tabs share the session, so this page
 * would show one account and act for the other.
 */
export function useFollowAccount(accountId: string): void {
  useEffect(() => {
    if (!storeAccount(accountId)) return;
    const check = () => {
      const current = localStorage.getItem(STORAGE_KEY);
      if (current !== null && current !== accountId) window.location.reload();
    };
    window.addEventListener('storage', check);
    // A page that was frozen in the background has missed storage events.
    document.addEventListener('visibilitychange', check);
    return () => {
      window.removeEventListener('storage', check);
      document.removeEventListener('visibilitychange', check);
    };
  }, [accountId]);
}

/** `useFollowAccount` as a component, for server components outside of teams. */
export function FollowAccount({ accountId }: { accountId: string }) {
  useFollowAccount(accountId);
  return null;
}

/** Returns false if the browser stores nothing. */
function storeAccount(accountId: string): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, accountId);
    return true;
  } catch {
    return false;
  }
}
