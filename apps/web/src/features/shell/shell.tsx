'use client';

import type { Account } from '@crewboard/contracts';
import type { ReactNode } from 'react';
import { SidebarProvider } from '../../lib/sidebar.tsx';
import type { NavMarks } from './nav-links.tsx';
import { ShellFrame } from './shell-frame.tsx';
import { useRememberTeam } from './use-remember-team.ts';

interface ShellProps {
  account: Account;
  /** What stands above every page. */
  notice: ReactNode;
  marks: NavMarks;
  children: ReactNode;
}

/** The frame around all pages of a team. */
export function Shell({ children, ...frame }: ShellProps) {
  useRememberTeam();
  return (
    <SidebarProvider>
      <ShellFrame {...frame}>{children}</ShellFrame>
    </SidebarProvider>
  );
}
