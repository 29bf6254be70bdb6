'use client';

import { UnstyledButton } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { lazyMenu } from '#lib/lazy/lazy-button-control.tsx';
import styles from './sidebar.module.css';

const LazyMenu = lazyMenu(async () => (await import('./shell-controls.ts')).HelpMenuControl);

interface HelpMenuProps {
  /** The address of the API as agents reach it. */
  apiUrl: string;
  /** The version and the commit of this page. */
  build: string;
}

export function HelpMenu(props: HelpMenuProps) {
  return (
    <LazyMenu {...props}>
      <UnstyledButton className={styles.link}>
        <IconHelp aria-hidden size={16} stroke={1.6} />
        Help
      </UnstyledButton>
    </LazyMenu>
  );
}
