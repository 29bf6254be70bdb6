import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { lazyMenu } from '#lib/lazy/lazy-button-control.tsx';
import type { MenuAction } from './actions-menu-control.tsx';

const LazyMenu = lazyMenu(async () => (await import('./actions-menu-control.tsx')).ActionsMenuControl);

interface ActionsMenuProps {
  /** The name of the task, project or other thing that the actions change, for screen readers. */
  subject: string;
  /** In CSS pixels. */
  width: number;
  isBusy?: boolean;
  /** From top to bottom. Ignores those that are false. */
  actions: (MenuAction | 'divider' | false)[];
}

/** A button with a menu of actions. The code of the menu is loaded after the first picture of the page. */
export function ActionsMenu({ subject, width, isBusy, actions }: ActionsMenuProps) {
  return (
    <LazyMenu actions={actions.filter((action) => action !== false)} width={width}>
      <ActionIcon aria-label={`Actions for ${subject}`} loading={isBusy}>
        <IconDots aria-hidden size={15} />
      </ActionIcon>
    </LazyMenu>
  );
}
