'use client';

import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { lazyMenu } from '#lib/lazy/lazy-button-control.tsx';
import type { MenuAction } from './actions-menu-control.tsx';

const LazyMenu = lazyMenu(async () => (await import('./actions-menu-control.tsx')).ActionsMenuControl);

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
  return (
    <LazyMenu actions={actions.filter((action) => action !== false)} width={width}>
      <ActionIcon aria-label={`Actions for ${subject}`} loading={isBusy}>
        <IconDots aria-hidden size={15} />
      </ActionIcon>
    </LazyMenu>
  );
}
