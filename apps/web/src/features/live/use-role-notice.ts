'use client';

import type { MemberRole } from '@crewboard/contracts';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { roleAbilities, roleNames } from '../../domain/team/roles.ts';

/** Says so when the person gets another role in the team while its page is open. */
export function useRoleNotice(role: MemberRole): void {
  const known = useRef(role);

  useEffect(() => {
    if (known.current === role) return;
    known.current = role;
    notifications.show({
      id: 'role-changed',
      title: `Your role is now ${roleNames[role].toLowerCase()}`,
      message: `You can ${roleAbilities[role]}.`,
      withBorder: true,
      autoClose: 15_000,
      role: 'status',
      closeButtonProps: { 'aria-label': 'Close' },
    });
  }, [role]);
}
