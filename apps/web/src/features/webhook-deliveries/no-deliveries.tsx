'use client';

import { deliveryRetentionDays } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { NothingMatches } from '#components/lists/nothing-matches.tsx';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { useSendTest } from '#domain/webhooks/webhook-mutations.tsx';

interface NoDeliveriesProps {
  webhookId: string;
  isEnabled: boolean;
  isDeleted: boolean;
  hasFilters: boolean;
  onClear: () => void;
}

export function NoDeliveries({ webhookId, isEnabled, isDeleted, hasFilters, onClear }: NoDeliveriesProps) {
  const sendTest = useSendTest();
  const icon = <IconSend aria-hidden stroke={1.5} />;

  if (hasFilters) {
    return (
      <NothingMatches icon={icon} onClear={onClear}>
        No delivery in the last {deliveryRetentionDays} days.
      </NothingMatches>
    );
  }
  if (isDeleted) return <EmptyState icon={icon} title="No deliveries" />;
  if (!isEnabled) {
    return (
      <EmptyState icon={icon} title="No deliveries">
        Nothing is sent while the endpoint is disabled.
      </EmptyState>
    );
  }
  const test = (
    <Button loading={sendTest.isPending} onClick={() => sendTest.mutate({ webhookId })} size="xs">
      Send a test
    </Button>
  );
  return (
    <EmptyState action={test} icon={icon} title="No deliveries yet">
      Each event that is sent to this endpoint appears here, with every attempt and its response.
    </EmptyState>
  );
}
