import { deliveryRetentionDays, type WebhookDelivery } from '@crewboard/contracts';
import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#components/notices/empty-state.tsx';
import { ErrorState } from '#components/notices/error-state.tsx';
import { SidePanel } from '#components/page/side-panel.tsx';
import { pollInterval } from '#domain/webhooks/poll-interval.ts';
import { useWebhook } from '#domain/webhooks/use-webhook.ts';
import { toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { DeliveryDetails } from './delivery-details.tsx';
import { useRedeliver } from './delivery-mutations.ts';
import styles from './delivery-panel-content.module.css';
import { DeliveryStatusLabel } from './delivery-status-label.tsx';

interface DeliveryPanelContentProps {
  webhookId: string;
  deliveryId: string;
  /** The server did not find it while it rendered the page: shown as missing at once, without a skeleton first. */
  isKnownMissing: boolean;
  onClose: () => void;
}

/** The content of `DeliveryPanel`, in a file of its own because it is loaded lazily. */
export function DeliveryPanelContent({
  webhookId,
  deliveryId,
  isKnownMissing,
  onClose,
}: DeliveryPanelContentProps) {
  const { isDeleted } = useWebhook(webhookId);
  const query = useQuery(
    useTRPC().webhooks.delivery.queryOptions({ webhookId, deliveryId }, { refetchInterval: pollInterval }),
  );
  const isMissing = query.isError
    ? toDisplayedProblem(query.error).code === 'NOT_FOUND'
    : query.isPending && isKnownMissing;
  // A delivery that has expired meanwhile is still in the cache.
  const delivery = isMissing ? undefined : query.data;
  const head = (
    <>
      {delivery && <DeliveryStatusLabel status={delivery.status} />}
      <Text component="h2" ff="monospace" flex={1} fw="normal" miw={0} size="xs" truncate>
        {delivery?.eventType}
      </Text>
      {delivery && !isDeleted && <RedeliverButton delivery={delivery} />}
    </>
  );

  return (
    <SidePanel
      className={styles.panel}
      head={head}
      idAttribute="data-delivery-id"
      label={delivery ? `Delivery of ${delivery.eventType}` : 'Delivery'}
      onClose={onClose}
      shownId={deliveryId}
    >
      {query.isPending && !isMissing && (
        <>
          <Skeleton h={96} mb={24} />
          <Skeleton h={160} />
        </>
      )}
      {isMissing && (
        <EmptyState title="There is no such delivery">
          It is older than {deliveryRetentionDays} days, or the link is not complete. Close the panel to see
          the log.
        </EmptyState>
      )}
      {query.isError && !isMissing && !query.data && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {delivery && <DeliveryDetails delivery={delivery} />}
    </SidePanel>
  );
}

function RedeliverButton({ delivery }: { delivery: WebhookDelivery }) {
  const { redeliver, isPending } = useRedeliver(delivery);
  return (
    <Button loading={isPending} onClick={redeliver} variant="default">
      Redeliver
    </Button>
  );
}
