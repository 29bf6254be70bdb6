'use client';

import type { Webhook } from '@crewboard/contracts';
import { Button, Stack, Text } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { Cell, type Column, DataTable, NarrowMeta } from '#components/lists/data-table.tsx';
import { RowTitle } from '#components/lists/row-title.tsx';
import row from '#components/lists/whole-row.module.css';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { QueryError } from '#components/notices/error-state.tsx';
import { PageHeader } from '#components/page/page-header.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useWebhooks } from '#domain/webhooks/use-webhooks.ts';
import { useLinkedDialog } from '#lib/dialogs/use-linked-dialog.ts';
import { usePreload } from '#lib/lazy/lazy-part.tsx';
import { DeliveryHoldNotice } from './delivery-hold-notice.tsx';
import { WebhookDialogs } from './lazy-webhook-dialogs.ts';
import { useSendTestWithToast } from './send-test.tsx';
import type { OpenWebhookDialog } from './webhook-dialogs.tsx';
import {
  LastSuccess,
  WebhookEvents,
  WebhookStateDetail,
  WebhookStateLabel,
  WebhookUrl,
} from './webhook-labels.tsx';
import { WebhookMenu } from './webhook-menu.tsx';

const COLUMNS: Column[] = [
  { name: 'Endpoint' },
  { name: 'Events', wideOnly: true },
  { name: 'Health', wideOnly: true },
  { name: 'Last success', wideOnly: true },
  { name: 'Actions', isNameHidden: true },
];

/** All endpoints of the team, for those who may manage them. */
export function WebhookList() {
  const webhooks = useWebhooks({ isPolled: true });
  const { dialog, open, close } = useLinkedDialog<OpenWebhookDialog>('endpoint', { kind: 'create' });
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

interface WebhookRowProps {
  webhook: Webhook;
  onOpen: (dialog: OpenWebhookDialog) => void;
}

function WebhookRow({ webhook, onOpen }: WebhookRowProps) {
  const path = `/t/${useTeam().id}/webhooks/${webhook.id}`;
  const test = useSendTestWithToast(webhook.id, path);

  return (
    <tr data-muted={webhook.enabled ? undefined : true}>
      <Cell>
        <RowTitle description={webhook.description} href={path}>
          <WebhookUrl url={webhook.url} />
        </RowTitle>
        <NarrowMeta>
          <WebhookStateLabel webhook={webhook} />
          <WebhookStateDetail webhook={webhook} />
          <WebhookEvents eventTypes={webhook.eventTypes} />
          <span>
            {webhook.lastSuccessAt && 'Last success '}
            <LastSuccess at={webhook.lastSuccessAt} />
          </span>
        </NarrowMeta>
      </Cell>
      <Cell wideOnly>
        <WebhookEvents eventTypes={webhook.eventTypes} />
      </Cell>
      <Cell wideOnly>
        <Stack align="start" gap={0}>
          <WebhookStateLabel webhook={webhook} />
          <Text c="dimmed" component="div" size="xs">
            <WebhookStateDetail webhook={webhook} />
          </Text>
        </Stack>
      </Cell>
      <Cell wideOnly>
        <span className={row.aboveClickTarget}>
          <LastSuccess at={webhook.lastSuccessAt} />
        </span>
      </Cell>
      <Cell>
        <span className={row.aboveClickTarget}>
          <WebhookMenu onOpen={onOpen} onTest={test.send} webhook={webhook} />
        </span>
      </Cell>
    </tr>
  );
}
