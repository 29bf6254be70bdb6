'use client';

import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTeam } from '#domain/team/team.tsx';
import { endpointEvents } from '#domain/webhooks/endpoint-events.ts';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { useTRPC } from '#lib/trpc/client.ts';

const loadDialog = async () => (await import('./recover-dialog.tsx')).RecoverDialog;
const RecoverDialog = dynamic(loadDialog);

/** Opens the dialog of a recovery. */
export function RecoverButton({ webhookId }: { webhookId: string }) {
  const team = useTeam();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { dialog, open, close } = useDialog<'recover'>();

  /** Loads the dialog and its data once the pointer or the focus is on the button. */
  function prepare() {
    void loadDialog();
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
