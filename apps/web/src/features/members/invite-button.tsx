'use client';

import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { lazyPart, usePreload } from '#lib/lazy/lazy-part.tsx';
import type { InviteDialog } from './invite-dialogs.tsx';

const InviteDialogs = lazyPart(async () => (await import('./invite-dialogs.tsx')).InviteDialogs);

/** Opens the dialog that creates an invitation: a link by which people join the team. */
export function InviteButton() {
  const { dialog, open, close } = useDialog<InviteDialog>();
  usePreload(InviteDialogs);
  return (
    <>
      <Button leftSection={<IconUserPlus aria-hidden size={15} />} onClick={() => open('form')} size="xs">
        Invite people
      </Button>
      {dialog && <InviteDialogs dialog={dialog} onClose={close} onOpen={open} />}
    </>
  );
}
