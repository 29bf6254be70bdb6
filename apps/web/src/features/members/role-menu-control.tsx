import { type MemberRole, memberRoles } from '@crewboard/contracts';
import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { roleAbilities, roleNames } from '#domain/team/roles.ts';
import { useOpening } from '#lib/dialogs/use-opening.ts';
import type { ButtonControlProps } from '#lib/lazy/lazy-button-control.tsx';
import styles from './role-menu.module.css';

interface RoleMenuControlProps extends ButtonControlProps {
  role: MemberRole;
  /** Why nobody can be made an owner here; null if it is allowed. */
  ownerReason: string | null;
  /** A change is pending: the menu does not open. */
  isChanging: boolean;
  onChoose: (role: MemberRole) => void;
}

export function RoleMenuControl({ role, ownerReason, isChanging, isOpened, ...props }: RoleMenuControlProps) {
  const { onChoose, children } = props;
  const { opened, onChange } = useOpening(isOpened);
  return (
    <Menu
      onChange={(next) => onChange(next && !isChanging)}
      opened={opened}
      position="bottom-start"
      width={264}
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {memberRoles.map((each) => {
          const reason = each === 'owner' ? ownerReason : null;
          return (
            <Menu.RadioItem
              checked={each === role}
              checkIcon={<IconCheck aria-hidden size={16} stroke={1.6} />}
              classNames={{ item: styles.item }}
              closeMenuOnClick
              disabled={reason !== null}
              key={each}
              onChange={() => each !== role && onChoose(each)}
              value={each}
            >
              {roleNames[each]}
              <span className={styles.ability}>{reason ?? `Can ${roleAbilities[each]}.`}</span>
            </Menu.RadioItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
