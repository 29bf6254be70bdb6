import type { MemberRole } from '@crewboard/contracts';
import { useEffect, useRef } from 'react';
import { roleAbilities, roleNames } from '#domain/team/roles.ts';
import { showToast } from '#lib/notices/toast.ts';

/** Shows a toast when the role of the person changes while a page is open. */
export function useRoleNotice(role: MemberRole): void {
  const known = useRef(role);

  useEffect(() => {
    if (known.current === role) return;
    known.current = role;
    showToast({
      kind: 'role-changed',
      title: `Your role is now ${roleNames[role].toLowerCase()}`,
      message: `You can ${roleAbilities[role]}.`,
      autoClose: 15_000,
      role: 'status',
    });
  }, [role]);
}
