'use client';

import { Button } from '@mantine/core';
import { IconPlayerPlay, IconSend } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { PageHeader } from '#components/page/page-header.tsx';
import { PagePath } from '#components/page/page-path.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useWebhook } from '#domain/webhooks/use-webhook.ts';
import { useEnableWebhook } from '#domain/webhooks/webhook-mutations.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { usePreload } from '#lib/lazy/lazy-part.tsx';
import { WebhookDialogs } from './lazy-webhook-dialogs.ts';
import { useSendTestWithToast } from './send-test.tsx';
import type { OpenWebhookDialog } from './webhook-dialogs.tsx';
import { WebhookStateLabel, WebhookUrl } from './webhook-labels.tsx';
import { WebhookMenu } from './webhook-menu.tsx';
import styles from './webhook-title.module.css';

/** The first row of an endpoint's page: its URL, its state and its actions. */
export function WebhookTitle({ webhookId }: { webhookId: string }) {
  const listPath = `/t/${useTeam().id}/webhooks`;
  const router = useRouter();
  const { webhook, isDeleted } = useWebhook(webhookId);
  const { dialog, open, close } = useDialog<OpenWebhookDialog>();
  usePreload(WebhookDialogs);
  // This page has the delivery log: the toast needs no link to it.
  const test = useSendTestWithToast(webhookId, null);
  const { enable, isPending: isEnabling } = useEnableWebhook();
  if (!webhook) return null;

  // "Send test" keeps its place, so that a double click on "Enable" does not hit it.
  const actions = (
    <>
      {!webhook.enabled && (
        <Button
          leftSection={<IconPlayerPlay aria-hidden size={14} />}
          loading={isEnabling}
          onClick={() => enable(webhookId)}
        >
          Enable
        </Button>
      )}
      <Button
        disabled={!webhook.enabled}
        leftSection={<IconSend aria-hidden size={14} />}
        loading={test.isPending}
        onClick={test.send}
        variant="default"
      >
        Send test
      </Button>
      <WebhookMenu onOpen={open} webhook={webhook} />
    </>
  );
  const title = (
    <PagePath href={listPath} list="Webhooks">
      <WebhookUrl url={webhook.url} />
      {!isDeleted && (
        <span className={styles.state}>
          <WebhookStateLabel webhook={webhook} />
        </span>
      )}
    </PagePath>
  );

  return (
    <>
      <PageHeader action={!isDeleted && actions} title={title} />
      {webhook.description && (
        <p className={styles.description} dir="auto">
          {webhook.description}
        </p>
      )}
      {dialog && (
        <WebhookDialogs
          dialog={dialog}
          onClose={close}
          onDeleted={() => router.push(listPath)}
          onOpen={open}
        />
      )}
    </>
  );
}
