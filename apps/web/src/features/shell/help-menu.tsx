'use client';

import { UnstyledButton } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { lazyControl } from '../../lib/lazy-control.ts';
import styles from './sidebar.module.css';

const useMenu = lazyControl(async () => (await import('./shell-controls.ts')).HelpMenuControl);

/** `apiUrl` is the address of the API as agents reach it. */
export function HelpMenu({ apiUrl }: { apiUrl: string }) {
  const { Control, target, isOpened } = useMenu();
  const button = (
    <UnstyledButton aria-expanded={false} aria-haspopup="menu" className={styles.link} {...target}>
      <IconHelp aria-hidden size={16} stroke={1.6} />
      Help
    </UnstyledButton>
  );
  if (!Control) return button;
  return (
    <Control apiUrl={apiUrl} isOpened={isOpened}>
      {button}
    </Control>
  );
}
