'use client';

import { UnstyledButton } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { lazyControl } from '#lib/lazy/lazy-control.ts';
import styles from './sidebar.module.css';

const useMenu = lazyControl(async () => (await import('./shell-controls.ts')).HelpMenuControl);

interface HelpMenuProps {
  /** The address of the API as agents reach it. */
  apiUrl: string;
  /** The version and the commit of this page. */
  build: string;
}

export function HelpMenu(props: HelpMenuProps) {
  const { Control, target, isOpened } = useMenu();
  const button = (
    <UnstyledButton aria-expanded={false} aria-haspopup="menu" className={styles.link} {...target}>
      <IconHelp aria-hidden size={16} stroke={1.6} />
      Help
    </UnstyledButton>
  );
  if (!Control) return button;
  return (
    <Control {...props} isOpened={isOpened}>
      {button}
    </Control>
  );
}
