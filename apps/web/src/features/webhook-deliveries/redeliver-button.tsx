'use client';

import type { WebhookDelivery } from '@crewboard/contracts';
import { ActionIcon, Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useRedeliver } from './delivery-mutations.ts';

interface RedeliverButtonProps {
  delivery: WebhookDelivery;
  /** Shows an icon only. */
  compact?: boolean;
}

export function RedeliverButton({ delivery, compact }: RedeliverButtonProps) {
  const redeliver = useRedeliver(delivery.webhookId);
  const send = () => redeliver.mutate({ webhookId: delivery.webhookId, deliveryId: delivery.id });

  if (!compact) {
    return (
      <Button loading={redeliver.isPending} onClick={send} variant="default">
        Redeliver
      </Button>
    );
  }
  return (
    <ActionIcon
      aria-label={`Redeliver ${delivery.eventType}`}
      color="gray"
      loading={redeliver.isPending}
      onClick={send}
      title="Redeliver"
      variant="subtle"
    >
      <IconSend aria-hidden size={15} stroke={1.6} />
    </ActionIcon>
  );
}
