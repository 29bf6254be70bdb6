import { Menu } from '@mantine/core';
import { useOpening } from '#lib/dialogs/use-opening.ts';
import type { ButtonControlProps } from '#lib/lazy/lazy-button-control.tsx';
import type { IconComponent } from '#lib/look/icon-component.ts';

export interface MenuAction {
  label: string;
  Icon: IconComponent;
  isDestructive?: boolean;
  onClick: () => void;
}

interface ActionsMenuControlProps extends ButtonControlProps {
  actions: (MenuAction | 'divider')[];
  width: number;
}

/** The menu of `ActionsMenu`, which loads it lazily. */
export function ActionsMenuControl({ actions, width, isOpened, children }: ActionsMenuControlProps) {
  return (
    <Menu {...useOpening(isOpened)} position="bottom-end" width={width}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) =>
          action === 'divider' ? (
            <Menu.Divider key="divider" />
          ) : (
            <Menu.Item
              color={action.isDestructive ? 'var(--color-bad)' : undefined}
              key={action.label}
              leftSection={<action.Icon aria-hidden size={15} />}
              onClick={action.onClick}
            >
              {action.label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
