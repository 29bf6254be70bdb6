'use client';

import type { Account } from '@crewboard/contracts';
import type { ReactNode } from 'react';
import { SidebarProvider } from '../../lib/sidebar.tsx';
import { ShellFrame } from './shell-frame.tsx';
import { useRememberTeam } from './use-remember-team.ts';

interface ShellProps {
  account: Account;
  children: ReactNode;
}

/** The frame around all pages of a team. */
export function Shell({ account, children }: ShellProps) {
  useRememberTeam();
  return (
    <SidebarProvider>
      <ShellFrame account={account}>{children}</ShellFrame>
    </SidebarProvider>
  );
}
