'use client';

import { createContext, type ReactNode, use, useEffect } from 'react';
import { drafts } from '#domain/drafts/drafts.ts';

const AccountIdContext = createContext<string | null>(null);

interface AccountIdProviderProps {
  accountId: string;
  children: ReactNode;
}

/** Provides the id of the signed-in account: drafts belong to it, and "My tasks" compares assignees with it. */
export function AccountIdProvider({ accountId, children }: AccountIdProviderProps) {
  // Drafts survive a sign-out, so that the same person finds them again. Nobody else may find them.
  useEffect(() => drafts.removeAllButOf(accountId), [accountId]);
  return <AccountIdContext value={accountId}>{children}</AccountIdContext>;
}

/** The id of the signed-in account. Throws outside of pages of a team. */
export function useAccountId(): string {
  const accountId = use(AccountIdContext);
  if (!accountId) throw new Error('useAccountId is for pages of a team');
  return accountId;
}
