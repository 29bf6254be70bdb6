'use client';

import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { SectionHeader } from '#components/page/section-header.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { lazyPart } from '#lib/lazy/lazy-part.tsx';

const DeleteTeamDialog = lazyPart(async () => (await import('./delete-team-dialog.tsx')).DeleteTeamDialog);

/** The general settings: deletes the team. Other roles than owners see whom to ask. */
export function GeneralScreen() {
  const team = useTeam();
  const { dialog, open, close } = useDialog<'delete'>();
  if (team.role !== 'owner')
    return (
      <EmptyState icon={<IconLock aria-hidden stroke={1.5} />} title="Only owners delete a team">
        Ask an owner of the team.
      </EmptyState>
    );
  return (
    <>
      <SectionHeader title="Delete team">
        It is gone at once for everybody. For 7 days owners can restore it, then everything in it is removed.
      </SectionHeader>
      <div style={{ padding: '0 16px 20px' }}>
        <Button color="red" onClick={() => open('delete')} variant="outline">
          Delete this team…
        </Button>
      </div>
      {dialog === 'delete' && <DeleteTeamDialog onClose={close} />}
    </>
  );
}
