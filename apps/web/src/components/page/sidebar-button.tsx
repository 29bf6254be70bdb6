'use client';

import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebar } from '@tabler/icons-react';
import { useSidebar } from '#lib/sidebar.ts';
import styles from './sidebar-button.module.css';

/**
 * Opens the sidebar: as a drawer on a narrow screen, beside the page on a wide one. Nothing on pages outside of teams.
 */
export function SidebarButton() {
  const sidebar = useSidebar();
  if (!sidebar) return null;

  return (
    <>
      <ActionIcon
        aria-expanded={sidebar.isDrawerOpen}
        aria-label="Open the navigation"
        className={styles.narrow}
        onClick={sidebar.openDrawer}
      >
        <IconLayoutSidebar aria-hidden size={18} stroke={1.5} />
      </ActionIcon>
      {sidebar.isCollapsed && (
        <ActionIcon aria-label="Show the sidebar" className={styles.wide} onClick={sidebar.toggleCollapsed}>
          <IconLayoutSidebar aria-hidden size={18} stroke={1.5} />
        </ActionIcon>
      )}
    </>
  );
}
