'use client';

import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useDialog } from '../../lib/use-dialog.ts';
import { WebhookDialogs } from './lazy-dialogs.tsx';
import { useNewWish } from './use-new-wish.ts';
import { useWebhooks } from './use-webhooks.ts';
import type { WebhookDialog } from './webhook-dialog.ts';
import { WebhookRow } from './webhook-row.tsx';

const COLUMNS: Column[] = [
  { name: 'Endpoint' },
  { name: 'Events', wide: true },
  { name: 'Health', wide: true },
  { name: 'Last success', wide: true },
  { name: 'Actions', silent: true },
];

/** All endpoints of the team, for those who may manage them. */
export function WebhookList() {
  const webhooks = useWebhooks({ isWatched: true });
  const { dialog, open, close } = useDialog<WebhookDialog>();
  const { wantsNew, dropWish } = useNewWish();
  const shown = dialog ?? (wantsNew ? ({ kind: 'create' } as const) : null);
  const openNext = (next: WebhookDialog) => {
    dropWish();
    open(next);
  };
  const closeAll = () => {
    dropWish();
    close();
  };
  const createButton = (
    <Button
      leftSection={<IconPlus aria-hidden size={15} />}
      onClick={() => open({ kind: 'create' })}
      size="xs"
    >
      New endpoint
    </Button>
  );

  return (
    <>
      <PageHeader action={createButton} title="Webhooks" />
      {webhooks.data && webhooks.data.length > 0 && (
        <DataTable columns={COLUMNS} label="Webhook endpoints">
          {webhooks.data.map((webhook) => (
            <WebhookRow key={webhook.id} onOpen={open} webhook={webhook} />
          ))}
        </DataTable>
      )}
      {webhooks.data?.length === 0 && (
        <EmptyState action={createButton} icon={<IconWebhook aria-hidden />} title="No endpoints yet">
          An endpoint is an address of yours that is told when a task is completed, or of anything else that
          happens in the team. Here you see how each of them fares.
        </EmptyState>
      )}
      {webhooks.isError && !webhooks.data && (
        <ErrorState error={webhooks.error} onRetry={() => webhooks.refetch()} />
      )}
      <WebhookDialogs dialog={shown} onClose={closeAll} onOpen={openNext} />
    </>
  );
}
