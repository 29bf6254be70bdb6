'use client';

import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { type Column, DataTable } from '#components/lists/data-table.tsx';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { QueryError } from '#components/notices/error-state.tsx';
import { PageHeader } from '#components/page/page-header.tsx';
import { useWebhooks } from '#domain/webhooks/use-webhooks.ts';
import { useLinkedDialog } from '#lib/dialogs/use-linked-dialog.ts';
import { usePreload } from '#lib/lazy/lazy-part.tsx';
import { DeliveryHoldNotice } from './delivery-hold-notice.tsx';
import { WebhookDialogs } from './lazy-webhook-dialogs.ts';
import type { WebhookDialog } from './webhook-dialogs.tsx';
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
  const { dialog, open, close } = useLinkedDialog<WebhookDialog>('endpoint', { kind: 'create' });
  usePreload(WebhookDialogs);
  const createButton = (
    <Button leftSection={<IconPlus aria-hidden size={15} />} onClick={() => open({ kind: 'create' })}>
      New endpoint
    </Button>
  );

  return (
    <>
      <PageHeader action={createButton} title="Webhooks" />
      <DeliveryHoldNotice />
      {webhooks.data && webhooks.data.length > 0 && (
        <DataTable columns={COLUMNS} label="Webhook endpoints">
          {webhooks.data.map((webhook) => (
            <WebhookRow key={webhook.id} onOpen={open} webhook={webhook} />
          ))}
        </DataTable>
      )}
      {webhooks.data?.length === 0 && (
        <EmptyState action={createButton} icon={<IconWebhook aria-hidden />} title="No endpoints yet">
          An endpoint is a URL of yours that receives an event when a task is completed, or any other event of
          the team. This page shows whether deliveries arrive.
        </EmptyState>
      )}
      <QueryError query={webhooks} />
      {dialog && <WebhookDialogs dialog={dialog} onClose={close} onOpen={open} />}
    </>
  );
}
