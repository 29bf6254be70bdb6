'use client';

import type { Account } from '@crewboard/contracts';
import { UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { lazyMenu } from '#lib/lazy/lazy-button-control.tsx';
import { initialsOf } from '#lib/look/avatar-look.ts';
import styles from './sidebar.module.css';

const LazyMenu = lazyMenu(async () => (await import('./shell-controls.ts')).AccountMenuControl);

/** The button of the account menu. The menu itself is loaded lazily. */
export function AccountMenu({ account: { name, email } }: { account: Pick<Account, 'name' | 'email'> }) {
  return (
    <LazyMenu email={email}>
      <UnstyledButton className={styles.trigger}>
        <span aria-hidden className={styles.badge} data-round>
          {initialsOf(name)}
        </span>
        <span className={`${styles.name} truncate`} dir="auto">
          {name}
        </span>
        <span className="visually-hidden">, account menu</span>
        <IconSelector aria-hidden color="var(--color-text-muted)" size={14} />
      </UnstyledButton>
    </LazyMenu>
  );
}
