'use client';

import { ErrorState } from '../../components/error-state.tsx';
import { LogSkeleton } from '../../components/log-skeleton.tsx';
import { isNarrowed } from './delivery-choice.ts';
import { DeliveryEnd } from './delivery-end.tsx';
import { DeliveryFilters } from './delivery-filters.tsx';
import styles from './delivery-log.module.css';
import { DeliveryTable } from './delivery-table.tsx';
import { NoDeliveries } from './no-deliveries.tsx';
import { RecoverButton } from './recover-button.tsx';
import { useDeliveries } from './use-deliveries.ts';
import { useDeliveryChoice } from './use-delivery-choice.ts';
import { useEndpoint } from './use-endpoint.ts';

/** What was sent to an endpoint and what is on its way, the newest first, as it is now. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const { filter, deliveryId, narrow, open, pathOf } = useDeliveryChoice();
  const log = useDeliveries(webhookId, filter);
  const { isEnabled, isDeleted } = useEndpoint(webhookId);
  const { deliveries } = log;

  return (
    <section aria-labelledby="deliveries">
      <div className={styles.header}>
        <h2 className={styles.title} id="deliveries">
          Deliveries
        </h2>
        <div className={styles.filters}>
          <DeliveryFilters filter={filter} onChoose={narrow} />
        </div>
        {!isDeleted && <RecoverButton webhookId={webhookId} />}
      </div>
      {log.isPending && <LogSkeleton label="Loading the deliveries" rows={8} widths={[88, 136]} />}
      {log.isError && !log.data && <ErrorState error={log.error} onRetry={() => void log.refetch()} />}
      {deliveries.length > 0 && (
        <>
          <DeliveryTable
            deliveries={deliveries}
            isDeleted={isDeleted}
            isEnabled={isEnabled}
            isOld={log.isPlaceholderData}
            onOpen={open}
            openId={deliveryId}
            pathOf={pathOf}
          />
          <DeliveryEnd log={log} />
        </>
      )}
      {log.data && deliveries.length === 0 && (
        <NoDeliveries
          isDeleted={isDeleted}
          isEnabled={isEnabled}
          isNarrowed={isNarrowed(filter)}
          onClear={() => narrow({})}
          webhookId={webhookId}
        />
      )}
    </section>
  );
}
