'use client';

import type { Account } from '@crewboard/contracts';
import { UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { lazyControl } from '#lib/lazy/lazy-control.ts';
import { initialsOf } from '#lib/look/agent-look.ts';
import styles from './sidebar.module.css';

const useMenu = lazyControl(async () => (await import('./shell-controls.ts')).AccountMenuControl);

export function AccountMenu({ account }: { account: Pick<Account, 'name' | 'email'> }) {
  const { Control, target, isOpened } = useMenu();
  const button = (
    <UnstyledButton aria-expanded={false} aria-haspopup="menu" className={styles.trigger} {...target}>
      <span aria-hidden className={styles.badge} data-round>
        {initialsOf(account.name)}
      </span>
      <span className={styles.name} dir="auto">
        {account.name}
      </span>
      <span className="visually-hidden">, account menu</span>
      <IconSelector aria-hidden color="var(--color-text-muted)" size={14} />
    </UnstyledButton>
  );
  if (!Control) return button;
  return (
    <Control email={account.email} isOpened={isOpened}>
      {button}
    </Control>
  );
}
