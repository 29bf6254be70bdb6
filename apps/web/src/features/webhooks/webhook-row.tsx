'use client';

import type { Webhook } from '@crewboard/contracts';
import { Stack, Text } from '@mantine/core';
import { Cell, NarrowMeta } from '#components/lists/data-table.tsx';
import { RowTitle } from '#components/lists/row-title.tsx';
import row from '#components/lists/whole-row.module.css';
import { useTeam } from '#domain/team/team.tsx';
import { useShownTest } from './send-test.tsx';
import type { WebhookDialog } from './webhook-dialogs.tsx';
import {
  LastSuccess,
  WebhookEvents,
  WebhookStateDetail,
  WebhookStateLabel,
  WebhookUrl,
} from './webhook-labels.tsx';
import { WebhookMenu } from './webhook-menu.tsx';

interface WebhookRowProps {
  webhook: Webhook;
  onOpen: (dialog: WebhookDialog) => void;
}

export function WebhookRow({ webhook, onOpen }: WebhookRowProps) {
  const path = `/t/${useTeam().id}/webhooks/${webhook.id}`;
  const test = useShownTest(webhook.id, path);

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
      <Cell wide>
        <WebhookEvents eventTypes={webhook.eventTypes} />
      </Cell>
      <Cell wide>
        <Stack align="start" gap={0}>
          <WebhookStateLabel webhook={webhook} />
          <Text c="dimmed" component="div" size="xs">
            <WebhookStateDetail webhook={webhook} />
          </Text>
        </Stack>
      </Cell>
      <Cell wide>
        <span className={row.raised}>
          <LastSuccess at={webhook.lastSuccessAt} />
        </span>
      </Cell>
      <Cell>
        <span className={row.raised}>
          <WebhookMenu onOpen={onOpen} onTest={test.send} webhook={webhook} />
        </span>
      </Cell>
    </tr>
  );
}
