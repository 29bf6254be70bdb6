'use client';

import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { problemOf } from '../../lib/problem-of.ts';
import { DeliveryDetails } from './delivery-details.tsx';
import styles from './delivery-panel.module.css';
import { DeliveryStatusLabel } from './delivery-status-label.tsx';
import { RedeliverButton } from './redeliver-button.tsx';
import { useDelivery } from './use-delivery.ts';
import { useDeliveryChoice } from './use-delivery-choice.ts';
import { usePanelFocus } from './use-panel-focus.ts';

/** The delivery that the URL names, beside the log. */
export function DeliveryPanel({ webhookId }: { webhookId: string }) {
  const { deliveryId, close } = useDeliveryChoice();
  if (!deliveryId) return null;
  return <OpenPanel deliveryId={deliveryId} key={deliveryId} onClose={close} webhookId={webhookId} />;
}

interface OpenPanelProps {
  webhookId: string;
  deliveryId: string;
  onClose: () => void;
}

function OpenPanel({ webhookId, deliveryId, onClose }: OpenPanelProps) {
  const query = useDelivery(webhookId, deliveryId);
  const panel = usePanelFocus(deliveryId, onClose);
  const isMissing = query.isError && problemOf(query.error).code === 'NOT_FOUND';
  const delivery = isMissing ? undefined : query.data;

  return (
    <aside
      aria-label={delivery ? `Delivery of ${delivery.eventType}` : 'Delivery'}
      className={styles.panel}
      ref={panel}
      tabIndex={-1}
    >
      <div className={styles.bar}>
        {delivery && <DeliveryStatusLabel status={delivery.status} />}
        <h2 className={styles.type}>{delivery?.eventType}</h2>
        {delivery && <RedeliverButton delivery={delivery} />}
        <Tooltip label="Close · Esc">
          <ActionIcon aria-label="Close" color="gray" onClick={onClose} variant="subtle">
            <IconX aria-hidden size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </div>
      <div className={styles.body}>
        {query.isPending && (
          <>
            <Skeleton h={96} mb={24} />
            <Skeleton h={160} />
          </>
        )}
        {isMissing && (
          <EmptyState title="There is no such delivery">
            It is older than 30 days, or the link is not complete. Close the panel to see the log.
          </EmptyState>
        )}
        {query.isError && !isMissing && !query.data && (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        )}
        {delivery && <DeliveryDetails delivery={delivery} />}
      </div>
    </aside>
  );
}
