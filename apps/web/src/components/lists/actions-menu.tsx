'use client';

import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { lazyControl } from '#lib/lazy/lazy-control.ts';
import type { MenuAction } from './actions-menu-control.tsx';

const useMenu = lazyControl(async () => (await import('./actions-menu-control.tsx')).ActionsMenuControl);

interface ActionsMenuProps {
  /** The name of what the actions change. */
  subject: string;
  /** In CSS pixels. */
  width: number;
  isBusy?: boolean;
  /** From top to bottom; those that are false are left out. */
  actions: (MenuAction | 'divider' | false)[];
}

/** The menu of the actions on one thing. */
export function ActionsMenu({ subject, width, isBusy, actions }: ActionsMenuProps) {
  const { Control, target, isOpened } = useMenu();
  const button = (
    <ActionIcon
      aria-expanded={false}
      aria-haspopup="menu"
      aria-label={`Actions for ${subject}`}
      loading={isBusy}
      {...target}
    >
      <IconDots aria-hidden size={15} />
    </ActionIcon>
  );
  if (!Control) return button;
  return (
    <Control actions={actions.filter((action) => action !== false)} isOpened={isOpened} width={width}>
      {button}
    </Control>
  );
}
