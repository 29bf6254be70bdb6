'use client';

import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { IconComponent } from '#lib/look/icon-component.ts';

interface ActionsMenuProps {
  /** The name of what the actions change. */
  subject: string;
  /** In CSS pixels. */
  width: number;
  isBusy?: boolean;
  children: ReactNode;
}

/** The menu of the actions on one thing. */
export function ActionsMenu({ subject, width, isBusy, children }: ActionsMenuProps) {
  return (
    <Menu position="bottom-end" width={width}>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${subject}`} color="gray" loading={isBusy} variant="subtle">
          <IconDots aria-hidden size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface ActionProps {
  label: string;
  Icon: IconComponent;
  isDestructive?: boolean;
  onClick: () => void;
}

export function Action({ label, Icon, isDestructive, onClick }: ActionProps) {
  return (
    <Menu.Item
      color={isDestructive ? 'var(--color-bad)' : undefined}
      leftSection={<Icon aria-hidden size={15} />}
      onClick={onClick}
    >
      {label}
    </Menu.Item>
  );
}

export const ActionsDivider = Menu.Divider;
