'use client';

import { Button } from '@mantine/core';
import { IconPlayerPlay, IconSend } from '@tabler/icons-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { PageHeader } from '../../components/page-header.tsx';
import { useTeam } from '../../domain/team/team.tsx';
import { useEnableWebhook } from '../../domain/webhooks/use-enable-webhook.ts';
import { useSendTest } from '../../domain/webhooks/use-send-test.ts';
import { useDialog } from '../../lib/use-dialog.ts';
import { WebhookDialogs } from './lazy-dialogs.tsx';
import { showTestSent } from './show-test-sent.tsx';
import { useWebhook } from './use-webhook.ts';
import type { WebhookDialog } from './webhook-dialog.ts';
import { WebhookMenu } from './webhook-menu.tsx';
import { WebhookStateLabel } from './webhook-state-label.tsx';
import styles from './webhook-title.module.css';
import { WebhookUrl } from './webhook-url.tsx';

/** The first row of an endpoint's page: where it leads to, whether it is enabled, and what can be done with it. */
export function WebhookTitle({ webhookId }: { webhookId: string }) {
  const list = `/t/${useTeam().id}/webhooks`;
  const router = useRouter();
  const { data: webhook, isDeleted } = useWebhook(webhookId);
  const { dialog, open, close } = useDialog<WebhookDialog>();
  const sendTest = useSendTest();
  const { enable, isPending: isEnabling } = useEnableWebhook();
  if (!webhook) return null;

  // "Send test" keeps its place, so that the second click on "Enable" does not hit it.
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
            <Link className={styles.up} href={list}>
              Webhooks
            </Link>
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
      {webhook.description && <p className={styles.description}>{webhook.description}</p>}
      <WebhookDialogs dialog={dialog} onClose={close} onDeleted={() => router.push(list)} onOpen={open} />
    </>
  );
}
