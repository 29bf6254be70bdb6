'use client';

import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconSend } from '@tabler/icons-react';
import { PageLink } from '#components/page/page-link.tsx';
import { useSendTest } from '#domain/webhooks/webhook-mutations.tsx';
import { showToast } from '#lib/notices/toast.ts';

/** @param path the endpoint's page; null on that page */
export function showTestSent(path: string | null): void {
  const id = showToast({
    kind: 'webhook-test',
    title: 'Test on its way',
    message: path ? (
      <PageLink href={path} onClick={() => notifications.hide(id)}>
        See the response of the receiver
      </PageLink>
    ) : (
      'The delivery log shows it with the response of the receiver.'
    ),
    autoClose: 8_000,
  });
}

/** Sends a test from a dialog without a link to the log: the dialog must stay open until its secret is copied. */
export function SendTestLine({ webhookId }: { webhookId: string }) {
  const sendTest = useSendTest();
  return (
    <Group gap="sm">
      <Button
        leftSection={<IconSend aria-hidden size={14} />}
        loading={sendTest.isPending}
        onClick={() => sendTest.mutate({ webhookId })}
        variant="default"
      >
        Send a test
      </Button>
      <Text c="dimmed" component="span" role="status" size="xs">
        {sendTest.isSuccess && 'On its way: the page of the endpoint shows the response of the receiver.'}
      </Text>
    </Group>
  );
}
