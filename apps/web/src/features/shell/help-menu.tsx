'use client';

import { UnstyledButton } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { lazyMenu } from '#lib/lazy/lazy-button-control.tsx';
import styles from './sidebar.module.css';

const LazyMenu = lazyMenu(async () => (await import('./shell-controls.ts')).HelpMenuControl);

/** `build`: the version and the commit of this page. */
export function HelpMenu({ build }: { build: string }) {
  return (
    <LazyMenu build={build}>
      <UnstyledButton className={styles.link}>
        <IconHelp aria-hidden size={16} stroke={1.6} />
        Help
      </UnstyledButton>
    </LazyMenu>
  );
}
