'use client';

import type { Account } from '@crewboard/contracts';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';
import { useIdle } from '#lib/lazy/when-idle.ts';
import { useSidebar } from '#lib/sidebar.tsx';
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
  const sidebar = useSidebar();
  const pathname = usePathname();
  const closeDrawer = sidebar?.closeDrawer;
  const isIdle = useIdle();

  // biome-ignore lint/correctness/useExhaustiveDependencies: any navigation closes the drawer.
  useEffect(() => closeDrawer?.(), [pathname]);

  return (
    <div className={styles.frame} data-collapsed={sidebar?.isCollapsed || undefined}>
      <a className={styles.skip} href="#main">
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
