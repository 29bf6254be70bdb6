'use client';

import { createContext, type ReactNode, use, useEffect } from 'react';
import { drafts } from './drafts.ts';

const AccountIdContext = createContext<string | null>(null);

interface AccountIdProviderProps {
  accountId: string;
  children: ReactNode;
}

/** Provides the id of the signed-in account. Removes the drafts of other accounts from this tab. */
export function AccountIdProvider({ accountId, children }: AccountIdProviderProps) {
  useEffect(() => drafts.removeAllButOf(accountId), [accountId]);
  return <AccountIdContext value={accountId}>{children}</AccountIdContext>;
}

/** The id of the signed-in account. Throws outside of pages of a team. */
export function useAccountId(): string {
  const accountId = use(AccountIdContext);
  if (!accountId) throw new Error('useAccountId is for pages of a team');
  return accountId;
}
