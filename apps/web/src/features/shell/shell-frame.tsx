'use client';

import type { Account } from '@crewboard/contracts';
import { Drawer } from '@mantine/core';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { useSidebar } from '../../lib/sidebar.tsx';
import type { NavBadges } from './nav-links.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

interface ShellFrameProps {
  account: Account;
  notice: ReactNode;
  badges: NavBadges;
  children: ReactNode;
}

export function ShellFrame({ account, notice, badges, children }: ShellFrameProps) {
  const sidebar = useSidebar();
  const pathname = usePathname();
  const closeDrawer = sidebar?.closeDrawer;

  // biome-ignore lint/correctness/useExhaustiveDependencies: any navigation closes the drawer.
  useEffect(() => closeDrawer?.(), [pathname]);

  return (
    <div className={styles.frame} data-collapsed={sidebar?.isCollapsed || undefined}>
      <a className={styles.skip} href="#main">
        Skip to the content
      </a>
      <div className={styles.sidebar}>
        <Sidebar account={account} badges={badges} onCollapse={sidebar?.toggleCollapsed} />
      </div>
      <Drawer
        classNames={{ body: styles.drawerBody, content: styles.drawer }}
        onClose={() => closeDrawer?.()}
        opened={sidebar?.isDrawerOpen ?? false}
        padding={0}
        size={264}
        title="Navigation"
        withCloseButton={false}
      >
        <Sidebar account={account} badges={badges} />
      </Drawer>
      <main className={styles.main} id="main" tabIndex={-1}>
        {notice}
        {children}
      </main>
    </div>
  );
}
