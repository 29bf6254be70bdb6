import { type Account, canManage } from '@crewboard/contracts';
import { useMantineColorScheme } from '@mantine/core';
import { IconKeyboard, IconLogout, IconPlus, IconUserCircle, IconUsers } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { openShortcuts } from '#domain/shortcuts/open-shortcuts.tsx';
import { openCreateTeam } from '#domain/team/open-create-team.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { signOut } from '#lib/auth/auth-calls.ts';
import { type Command, useRegisterCommands } from '#lib/commands/commands.tsx';
import { COLOR_SCHEMES, DENSITIES } from '#lib/look/appearance-choices.ts';
import { setDensity } from '#lib/look/use-density.ts';
import { showError } from '#lib/notices/show-error.ts';
import { isolate } from '#lib/text/isolate.ts';

const iconProps = { 'aria-hidden': true, size: 16, stroke: 1.6 } as const;

/** Registers the commands without a shortcut: they run only from the palette, and are loaded with it. */
export function usePaletteCommands({ teams, canCreateTeams }: Account): void {
  const team = useTeam();
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme();

  const newWebhook: Command = {
    id: 'new-webhook',
    label: 'New webhook endpoint',
    group: 'Actions',
    icon: <IconPlus {...iconProps} />,
    keywords: ['create', 'add'],
    run: () => router.push(`/t/${team.id}/webhooks?new=endpoint`),
  };

  const newTeam: Command = {
    id: 'create-team',
    label: 'Create a team',
    group: 'Teams',
    icon: <IconPlus {...iconProps} />,
    run: openCreateTeam,
  };

  useRegisterCommands([
    ...(canManage(team.role) ? [newWebhook] : []),
    {
      id: 'page-members',
      label: 'Go to Members',
      group: 'Pages',
      icon: <IconUsers {...iconProps} />,
      keywords: ['settings', 'people', 'roles', 'leave'],
      run: () => router.push(`/t/${team.id}/settings/members`),
    },
    {
      id: 'page-account',
      label: 'Your account',
      group: 'Pages',
      icon: <IconUserCircle {...iconProps} />,
      keywords: ['profile', 'name', 'password', 'sessions'],
      run: () => router.push('/account'),
    },
    ...teams
      .filter(({ id }) => id !== team.id)
      .map(({ id, name }) => ({
        id: `team-${id}`,
        label: `Switch to ${isolate(name)}`,
        group: 'Teams',
        icon: <IconUsers {...iconProps} />,
        keywords: ['team'],
        run: () => router.push(`/t/${id}/board`),
      })),
    ...(canCreateTeams ? [newTeam] : []),
    ...COLOR_SCHEMES.map(({ scheme, name, Icon }) => ({
      id: `theme-${scheme}`,
      label: `Theme: ${name}`,
      group: 'Settings',
      icon: <Icon {...iconProps} />,
      keywords: ['colour', 'color', 'mode'],
      run: () => setColorScheme(scheme),
    })),
    ...DENSITIES.map(({ density, name, Icon }) => ({
      id: `density-${density}`,
      label: `Density: ${name}`,
      group: 'Settings',
      icon: <Icon {...iconProps} />,
      run: () => setDensity(density),
    })),
    {
      id: 'shortcuts',
      label: 'Keyboard shortcuts',
      group: 'Settings',
      icon: <IconKeyboard {...iconProps} />,
      keywords: ['keys', 'help'],
      run: openShortcuts,
    },
    {
      id: 'sign-out',
      label: 'Sign out',
      group: 'Settings',
      icon: <IconLogout {...iconProps} />,
      keywords: ['log out'],
      run: () => signOut().catch(showError),
    },
  ]);
}
