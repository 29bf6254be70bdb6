'use client';

import type { Account } from '@crewboard/contracts';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { useTeam } from '#domain/team/team.tsx';
import { focusOrMain } from '#lib/focus/focus.ts';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';
import { useIdle } from '#lib/lazy/when-idle.ts';
import { useSidebar } from '#lib/sidebar.tsx';
import { AttentionHint } from './lazy-counts.ts';
import type { NavBadges } from './nav-links.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

const NavDrawer = lazyPart(async () => (await import('./shell-controls.ts')).NavDrawer);

interface ShellFrameProps {
  account: Account;
  apiUrl: string;
  /** The version and the commit of this page. */
  build: string;
  notice: ReactNode;
  badges: NavBadges;
  children: ReactNode;
}

export function ShellFrame({ account, apiUrl, build, notice, badges, children }: ShellFrameProps) {
  const { id: teamId } = useTeam();
  const sidebar = useSidebar();
  const pathname = usePathname();
  const closeDrawer = sidebar?.closeDrawer;
  const isIdle = useIdle();

  // biome-ignore lint/correctness/useExhaustiveDependencies: any navigation closes the drawer.
  useEffect(() => closeDrawer?.(), [pathname]);

  return (
    <div className={styles.frame} data-collapsed={sidebar?.isCollapsed || undefined}>
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link until the page is hydrated. */}
      <a
        className={styles.skip}
        href="#main"
        onClick={(event) => {
          // The router ignores Back to an entry of the history that it has not made.
          event.preventDefault();
          focusOrMain(null);
        }}
      >
        Skip to the content
      </a>
      <div className={styles.sidebar}>
        <Sidebar
          account={account}
          apiUrl={apiUrl}
          badges={badges}
          build={build}
          onCollapse={sidebar?.toggleCollapsed}
        />
      </div>
      <AttentionHint teamId={teamId} />
      {isIdle && (
        <NavDrawer isOpen={sidebar?.isDrawerOpen ?? false} onClose={() => closeDrawer?.()}>
          <Sidebar account={account} apiUrl={apiUrl} badges={badges} build={build} />
        </NavDrawer>
      )}
      <main className={styles.main} id="main" tabIndex={-1}>
        {notice}
        {children}
      </main>
    </div>
  );
}
