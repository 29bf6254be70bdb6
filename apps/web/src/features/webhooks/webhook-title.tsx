'use client';

import { Button } from '@mantine/core';
import { IconPlayerPlay, IconSend } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { PageHeader } from '#components/page/page-header.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { useWebhook } from '#domain/webhooks/use-webhook.ts';
import { useEnableWebhook, useSendTest } from '#domain/webhooks/webhook-mutations.tsx';
import { useDialog } from '#lib/dialogs/use-dialog.ts';
import { WebhookDialogs } from './lazy-webhook-dialogs.tsx';
import { showTestSent } from './send-test.tsx';
import type { WebhookDialog } from './webhook-dialogs.tsx';
import { WebhookMenu } from './webhook-menu.tsx';
import { WebhookStateLabel } from './webhook-state-label.tsx';
import styles from './webhook-title.module.css';
import { WebhookUrl } from './webhook-url.tsx';

/** The first row of an endpoint's page: its URL, its state and its actions. */
export function WebhookTitle({ webhookId }: { webhookId: string }) {
  const list = `/t/${useTeam().id}/webhooks`;
  const router = useRouter();
  const { webhook, isDeleted } = useWebhook(webhookId);
  const { dialog, open, close } = useDialog<WebhookDialog>();
  const sendTest = useSendTest();
  const { enable, isPending: isEnabling } = useEnableWebhook();
  if (!webhook) return null;

  // "Send test" keeps its place, so that a double click on "Enable" does not hit it.
  const primary = (
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
        loading={sendTest.isPending}
        onClick={() => sendTest.mutate({ webhookId }, { onSuccess: () => showTestSent(null) })}
        variant="default"
      >
        Send test
      </Button>
    </>
  );

  return (
    <>
      <PageHeader
        action={
          !isDeleted && (
            <>
              {primary}
              <WebhookMenu onOpen={open} webhook={webhook} />
            </>
          )
        }
        title={
          <span className={styles.title}>
            <PageLink className={styles.up} href={list}>
              Webhooks
            </PageLink>
            <span aria-hidden className={styles.up}>
              ›
            </span>
            <WebhookUrl url={webhook.url} />
            {!isDeleted && (
              <span className={styles.state}>
                <WebhookStateLabel webhook={webhook} />
              </span>
            )}
          </span>
        }
      />
      {webhook.description && (
        <p className={styles.description} dir="auto">
          {webhook.description}
        </p>
      )}
      <WebhookDialogs dialog={dialog} onClose={close} onDeleted={() => router.push(list)} onOpen={open} />
    </>
  );
}
