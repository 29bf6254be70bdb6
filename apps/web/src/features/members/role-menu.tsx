import type { Member, MemberRole } from '@crewboard/contracts';
import { UnstyledButton } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { WithReason } from '#components/notices/with-reason.tsx';
import { roleNames } from '#domain/team/roles.ts';
import { lazyMenu } from '#lib/lazy/lazy-button-control.tsx';
import type { DisabledReasons } from './disabled-reasons.ts';
import styles from './role-menu.module.css';

const LazyMenu = lazyMenu(async () => (await import('./role-menu-control.tsx')).RoleMenuControl);

interface RoleMenuProps {
  member: Member;
  disabledReasons: DisabledReasons;
  /** A change is pending: the menu stays closed until the response. */
  isChanging: boolean;
  onChoose: (role: MemberRole) => void;
}

/** The role of a member, as the button of a menu of all roles. */
export function RoleMenu({ member, disabledReasons, isChanging, onChoose }: RoleMenuProps) {
  const name = roleNames[member.role];
  const label = `Role of ${member.name}: ${name}`;

  if (disabledReasons.changeRole !== null) {
    return (
      <WithReason reason={disabledReasons.changeRole}>
        <UnstyledButton aria-disabled aria-label={label} className={styles.role} data-disabled>
          {name}
        </UnstyledButton>
      </WithReason>
    );
  }
  return (
    <LazyMenu
      isChanging={isChanging}
      onChoose={onChoose}
      ownerReason={disabledReasons.makeOwner}
      role={member.role}
    >
      <UnstyledButton
        aria-disabled={isChanging || undefined}
        aria-label={label}
        className={styles.role}
        data-disabled={isChanging || undefined}
      >
        {name}
        <IconSelector aria-hidden color="var(--color-text-muted)" size={13} />
      </UnstyledButton>
    </LazyMenu>
  );
}
