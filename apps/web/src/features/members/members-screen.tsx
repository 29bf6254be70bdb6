'use client';

import { canManage } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { roleNames } from '#domain/team/roles.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { usePreload } from '#lib/lazy/lazy-part.tsx';
import { MemberDialogs } from './lazy-member-dialogs.ts';
import type { OpenMemberDialog } from './member-dialogs.tsx';
import { MemberList } from './member-list.tsx';

/** The members, for admins and owners; other roles see whom to ask, and can leave. */
export function MembersScreen() {
  return canManage(useTeam().role) ? <MemberList /> : <OwnMembership />;
}

function OwnMembership() {
  const team = useTeam();
  const { dialog, open, close } = useDialog<OpenMemberDialog>();
  usePreload(MemberDialogs);
  return (
    <>
      <EmptyState
        action={
          <Button onClick={() => open({ kind: 'leave' })} size="xs" variant="default">
            Leave team
          </Button>
        }
        icon={<IconUsers aria-hidden stroke={1.5} />}
        title="Only admins and owners see the members"
      >
        Your role in {team.name} is {roleNames[team.role].toLowerCase()}. Ask an admin of the team to change a
        role or to remove someone.
      </EmptyState>
      {dialog && <MemberDialogs dialog={dialog} onClose={close} />}
    </>
  );
}
