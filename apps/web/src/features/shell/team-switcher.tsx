'use client';

import type { Account } from '@crewboard/contracts';
import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react';
import Link from 'next/link';
import { openCreateTeam } from '../../components/create-team.tsx';
import { useTeam } from '../../domain/team/team.tsx';
import { initialsOf } from '../../lib/agent-look.ts';
import styles from './sidebar.module.css';

export function TeamSwitcher({ account }: { account: Account }) {
  const team = useTeam();

  return (
    <Menu position="bottom-start" width={224}>
      <Menu.Target>
        <UnstyledButton className={styles.trigger}>
          <Badge name={team.name} />
          <span className="visually-hidden">Team </span>
          <span className={`${styles.name} ${styles.strong}`}>{team.name}</span>
          <span className="visually-hidden">, switch team</span>
          <IconSelector aria-hidden color="var(--color-text-muted)" size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah="60dvh" style={{ overflow: 'auto' }}>
        <Menu.Label>Teams</Menu.Label>
        {account.teams.map(({ id, name }) => (
          <Menu.Item
            aria-current={id === team.id || undefined}
            component={Link}
            href={`/t/${id}/board`}
            key={id}
            leftSection={<Badge name={name} />}
            rightSection={id === team.id && <IconCheck aria-hidden size={14} />}
          >
            {name}
          </Menu.Item>
        ))}
        {account.canCreateTeams && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconPlus aria-hidden size={14} />} onClick={openCreateTeam}>
              Create a team
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Badge({ name }: { name: string }) {
  return (
    <span aria-hidden className={styles.badge}>
      {[...initialsOf(name)][0]}
    </span>
  );
}
