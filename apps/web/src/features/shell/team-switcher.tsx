'use client';

import type { Account } from '@crewboard/contracts';
import { UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useTeam } from '#domain/team/team.tsx';
import { lazyControl } from '#lib/lazy/lazy-control.ts';
import styles from './sidebar.module.css';
import { TeamBadge } from './team-badge.tsx';

const useMenu = lazyControl(async () => (await import('./shell-controls.ts')).TeamMenuControl);

export function TeamSwitcher({ account }: { account: Account }) {
  const team = useTeam();
  const { Control, target, isOpened } = useMenu();
  const button = (
    <UnstyledButton aria-expanded={false} aria-haspopup="menu" className={styles.trigger} {...target}>
      <TeamBadge name={team.name} />
      <span className="visually-hidden">Team </span>
      <span className={`${styles.name} ${styles.strong}`} dir="auto">
        {team.name}
      </span>
      <span className="visually-hidden">, switch team</span>
      <IconSelector aria-hidden color="var(--color-text-muted)" size={14} />
    </UnstyledButton>
  );
  if (!Control) return button;
  return (
    <Control account={account} isOpened={isOpened}>
      {button}
    </Control>
  );
}
