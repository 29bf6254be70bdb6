'use client';

import type { MemberRole } from '@crewboard/contracts';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { roleAbilities, roleNames } from '#domain/team/roles.ts';
import { replaceToast } from '#lib/notices/toast.ts';

/** Says that the role of the person has changed while a page is open. */
export function useRoleNotice(role: MemberRole): void {
  const known = useRef(role);

  useEffect(() => {
    if (known.current === role) return;
    known.current = role;
    replaceToast('role-changed', (id) =>
      notifications.show({
        id,
        title: `Your role is now ${roleNames[role].toLowerCase()}`,
        message: `You can ${roleAbilities[role]}.`,
        withBorder: true,
        autoClose: 15_000,
        role: 'status',
        closeButtonProps: { 'aria-label': 'Close' },
      }),
    );
  }, [role]);
}
