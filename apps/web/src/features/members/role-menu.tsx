'use client';

import { type Member, type MemberRole, memberRoles } from '@crewboard/contracts';
import { Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { WithReason } from '#components/notices/with-reason.tsx';
import { roleAbilities, roleNames } from '#domain/team/roles.ts';
import type { MemberRules } from './member-rules.ts';
import styles from './role-menu.module.css';

interface RoleMenuProps {
  member: Member;
  rules: MemberRules;
  /** A change is pending: the menu stays closed until the response. */
  isChanging: boolean;
  onChoose: (role: MemberRole) => void;
}

/** The role of a member, and the roles that can be given. */
export function RoleMenu({ member, rules, isChanging, onChoose }: RoleMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const name = roleNames[member.role];
  const label = `Role of ${member.name}: ${name}`;

  if (rules.role !== null) {
    return (
      <WithReason reason={rules.role}>
        <UnstyledButton aria-disabled aria-label={label} className={styles.role} data-disabled>
          {name}
        </UnstyledButton>
      </WithReason>
    );
  }
  return (
    <Menu
      onChange={(opened) => setOpen(opened && !isChanging)}
      opened={isOpen}
      position="bottom-start"
      width={264}
    >
      <Menu.Target>
        <UnstyledButton
          aria-disabled={isChanging || undefined}
          aria-label={label}
          className={styles.role}
          data-disabled={isChanging || undefined}
        >
          {name}
          <IconSelector aria-hidden color="var(--color-text-muted)" size={13} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {memberRoles.map((role) => {
          const reason = role === 'owner' ? rules.makeOwner : null;
          return (
            <Menu.RadioItem
              checked={role === member.role}
              checkIcon={<IconCheck aria-hidden size={16} stroke={1.6} />}
              classNames={{ item: styles.item }}
              closeMenuOnClick
              disabled={reason !== null}
              key={role}
              onChange={() => role !== member.role && onChoose(role)}
              value={role}
            >
              {roleNames[role]}
              <span className={styles.ability}>{reason ?? `Can ${roleAbilities[role]}.`}</span>
            </Menu.RadioItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
