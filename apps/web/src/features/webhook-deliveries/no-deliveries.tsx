'use client';

import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { EmptyState } from '../../components/empty-state.tsx';
import { useSendTest } from './use-send-test.ts';

interface NoDeliveriesProps {
  webhookId: string;
  isEnabled: boolean;
  isNarrowed: boolean;
  onClear: () => void;
}

export function NoDeliveries({ webhookId, isEnabled, isNarrowed, onClear }: NoDeliveriesProps) {
  const sendTest = useSendTest(webhookId);
  const icon = <IconSend aria-hidden stroke={1.5} />;

  if (isNarrowed) {
    const clear = (
      <Button onClick={onClear} size="xs" variant="default">
        Clear the filters
      </Button>
    );
    return (
      <EmptyState action={clear} icon={icon} title="Nothing matches these filters">
        No delivery of the last 30 days does.
      </EmptyState>
    );
  }
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
      Each event that is sent to this endpoint will stand here, with every attempt and what was answered.
    </EmptyState>
  );
}
