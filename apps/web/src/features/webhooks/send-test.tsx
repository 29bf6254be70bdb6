import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconSend } from '@tabler/icons-react';
import { PageLink } from '#components/page/page-link.tsx';
import { deliveriesHeldText, useDeliveryHold } from '#domain/webhooks/use-delivery-hold.ts';
import { useSendTest } from '#domain/webhooks/webhook-mutations.tsx';
import { showToast } from '#lib/notices/toast.ts';

/**
 * Sends a test to an endpoint, and says in a toast where its response will be shown.
 *
 * @param path the page of the endpoint, for a link to it; null on that page
 */
export function useSendTestWithToast(webhookId: string, path: string | null) {
  const isHeld = useDeliveryHold() !== null;
  const { mutate, isPending } = useSendTest();
  const onSuccess = () => (isHeld ? showTestHeld() : showTestSent(path));
  return { isPending, send: () => mutate({ webhookId }, { onSuccess }) };
}

const kind = 'webhook-test';

const showTestHeld = () => showToast({ kind, title: 'Test not sent yet', message: deliveriesHeldText });

function showTestSent(path: string | null): void {
  const id = showToast({
    kind,
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

/**
 * Sends a test from the dialog of a secret. No link to the log: the dialog must stay open until the secret is copied.
 */
export function SendTestLine({ webhookId }: { webhookId: string }) {
  const sendTest = useSendTest();
  const isHeld = useDeliveryHold() !== null;
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
        {sendTest.isSuccess &&
          (isHeld
            ? deliveriesHeldText
            : 'On its way: the page of the endpoint shows the response of the receiver.')}
      </Text>
    </Group>
  );
}
