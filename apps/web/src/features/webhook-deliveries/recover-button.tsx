'use client';

import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTeam } from '../../domain/team/team.tsx';
import { useTRPC } from '../../lib/trpc/client.ts';
import { useDialog } from '../../lib/use-dialog.ts';
import { loadRecoverDialog, RecoverDialog } from './lazy-recover-dialog.ts';
import { endpointEvents } from './use-last-disabled.ts';

/** Leads to the dialog that sends again what did not arrive. */
export function RecoverButton({ webhookId }: { webhookId: string }) {
  const team = useTeam();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { dialog, open, close } = useDialog<'recover'>();

  /** Whoever reaches for the button finds the dialog complete. */
  function prepare() {
    void loadRecoverDialog();
    void queryClient.prefetchQuery(endpointEvents(trpc, team.id, webhookId));
  }

  return (
    <>
      <Button onClick={() => open('recover')} onFocus={prepare} onPointerEnter={prepare} variant="default">
        Recover…
      </Button>
      {dialog && <RecoverDialog onClose={close} webhookId={webhookId} />}
    </>
  );
}
