import type { Account } from '@crewboard/contracts';
import { Menu } from '@mantine/core';
import { IconCheck, IconPlus, IconTrash } from '@tabler/icons-react';
import { PageLink } from '#components/page/page-link.tsx';
import { openCreateTeam } from '#domain/team/open-create-team.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useOpening } from '#lib/dialogs/use-opening.ts';
import type { ButtonControlProps } from '#lib/lazy/lazy-button-control.tsx';
import { TeamBadge } from './team-badge.tsx';

interface TeamMenuControlProps extends ButtonControlProps {
  account: Account;
}

/** The teams of the person, deleted teams to restore, and the creation of a team. */
export function TeamMenuControl({ account, isOpened, children }: TeamMenuControlProps) {
  const team = useTeam();

  return (
    <Menu {...useOpening(isOpened)} position="bottom-start" width={224}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown mah="60dvh" style={{ overflow: 'auto' }}>
        <Menu.Label>Teams</Menu.Label>
        {account.teams.map(({ id, name }) => (
          <Menu.Item
            aria-current={id === team.id || undefined}
            component={PageLink}
            href={`/t/${id}/board`}
            key={id}
            leftSection={<TeamBadge name={name} />}
            rightSection={id === team.id && <IconCheck aria-hidden size={14} />}
          >
            <bdi dir="auto">{name}</bdi>
          </Menu.Item>
        ))}
        {account.deletedTeams.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Item
              component={PageLink}
              href="/account#deleted-teams"
              leftSection={<IconTrash aria-hidden size={14} />}
            >
              Deleted teams
            </Menu.Item>
          </>
        )}
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
