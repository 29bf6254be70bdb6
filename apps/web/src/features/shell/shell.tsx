'use client';

import type { Account } from '@crewboard/contracts';
import { type ReactNode, useEffect } from 'react';
import { LAST_TEAM_COOKIE } from '#domain/team/last-team.ts';
import { useTeam } from '#domain/team/team.tsx';
import { remember } from '#lib/look/remember.ts';
import { SidebarProvider } from '#lib/sidebar.tsx';
import type { NavBadges } from './nav-links.tsx';
import { ShellFrame } from './shell-frame.tsx';

interface ShellProps {
  account: Account;
  /** The address of the API as agents reach it. */
  apiUrl: string;
  /** The version and the commit of this page. */
  build: string;
  /** The notice above every page. */
  notice: ReactNode;
  badges: NavBadges;
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

/** The start page opens this team the next time. */
function useRememberTeam(): void {
  const { id } = useTeam();
  useEffect(() => remember(LAST_TEAM_COOKIE, id), [id]);
}
