import type { Account } from '@crewboard/contracts';
import { UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useTeam } from '#domain/team/team.tsx';
import { lazyMenu } from '#lib/lazy/lazy-button-control.tsx';
import styles from './sidebar.module.css';
import { TeamBadge } from './team-badge.tsx';

const LazyMenu = lazyMenu(async () => (await import('./shell-controls.ts')).TeamMenuControl);

/** The button of the team menu. The menu itself is loaded lazily. */
export function TeamSwitcher({ account }: { account: Account }) {
  const { name } = useTeam();
  return (
    <LazyMenu account={account}>
      <UnstyledButton className={styles.trigger}>
        <TeamBadge name={name} />
        <span className="visually-hidden">Team </span>
        <span className={`${styles.name} ${styles.strong} truncate`} dir="auto">
          {name}
        </span>
        <span className="visually-hidden">, switch team</span>
        <IconSelector aria-hidden color="var(--color-text-muted)" size={14} />
      </UnstyledButton>
    </LazyMenu>
  );
}
