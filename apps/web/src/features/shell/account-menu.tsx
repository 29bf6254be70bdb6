'use client';

import type { Account } from '@crewboard/contracts';
import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconKeyboard, IconLogout, IconSelector, IconUserCircle } from '@tabler/icons-react';
import Link from 'next/link';
import { openShortcuts } from '../../components/shortcut-sheet.tsx';
import { initialsOf } from '../../lib/agent-look.ts';
import { signOut } from '../../lib/auth/auth-calls.ts';
import { COLOR_SCHEMES } from '../../lib/color-schemes.ts';
import { DENSITIES } from '../../lib/densities.ts';
import { showError } from '../../lib/show-error.ts';
import { setDensity, useDensity } from '../../lib/use-density.ts';
import { ChoiceItem } from './choice-item.tsx';
import styles from './sidebar.module.css';

export function AccountMenu({ account }: { account: Pick<Account, 'name' | 'email'> }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const density = useDensity();
  const isMounted = useMounted();

  return (
    <Menu position="top-start" width={224}>
      <Menu.Target>
        <UnstyledButton className={styles.trigger}>
          <span aria-hidden className={styles.badge} data-round>
            {initialsOf(account.name)}
          </span>
          <span className={styles.name}>{account.name}</span>
          <span className="visually-hidden">, account menu</span>
          <IconSelector aria-hidden color="var(--color-text-muted)" size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={styles.email}>{account.email}</Menu.Label>
        <Menu.Item
          component={Link}
          href="/account"
          leftSection={<IconUserCircle aria-hidden size={16} stroke={1.6} />}
        >
          Your account
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Theme</Menu.Label>
        {COLOR_SCHEMES.map(({ scheme, ...choice }) => (
          <ChoiceItem
            {...choice}
            isChosen={isMounted && scheme === colorScheme}
            key={scheme}
            onChoose={() => setColorScheme(scheme)}
          />
        ))}
        <Menu.Divider />
        <Menu.Label>Density</Menu.Label>
        {DENSITIES.map(({ density: each, ...choice }) => (
          <ChoiceItem {...choice} isChosen={each === density} key={each} onChoose={() => setDensity(each)} />
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard aria-hidden size={16} stroke={1.6} />} onClick={openShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout aria-hidden size={16} stroke={1.6} />}
          onClick={() => signOut().catch(showError)}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
