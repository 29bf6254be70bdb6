'use client';

import { deliveryRetentionDays } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { LogEnd } from '#components/lists/log-end.tsx';
import { LogSkeleton } from '#components/lists/log-skeleton.tsx';
import { ErrorState } from '#components/notices/error-state.tsx';
import { useWebhook } from '#domain/webhooks/use-webhook.ts';
import { formatNumber } from '#lib/format/format-number.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { DeliveryFilterBar } from './delivery-filter-bar.tsx';
import styles from './delivery-log.module.css';
import { deliveriesOptions } from './delivery-query.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { NoDeliveries } from './no-deliveries.tsx';
import { RecoverButton } from './recover-button.tsx';
import { useDeliveryParams } from './use-delivery-params.ts';

/** The deliveries to an endpoint, sent and pending, the newest first, kept current. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const queryClient = useQueryClient();
  const { filters, deliveryId, setParams, pathOf } = useDeliveryParams();
  const options = deliveriesOptions(useTRPC(), webhookId, filters);
  const log = useInfiniteQuery({ ...options, placeholderData: keepPreviousData });
  const { isEnabled, isDeleted } = useWebhook(webhookId);
  const deliveries = useMemo(() => log.data?.pages.flat() ?? [], [log.data]);
  const hasNewer = log.data?.pageParams[0] !== undefined && log.data.pageParams[0] !== null;
  const noun = deliveries.length === 1 ? 'delivery' : 'deliveries';
  const count = `${formatNumber(deliveries.length)} ${hasNewer ? `older ${noun}` : noun}`;

  return (
    <section aria-labelledby="deliveries">
      <div className={styles.header}>
        <h2 className={styles.title} id="deliveries">
          Deliveries
        </h2>
        <div className={styles.filters}>
          <DeliveryFilterBar />
        </div>
        {!isDeleted && <RecoverButton webhookId={webhookId} />}
      </div>
      {log.isPending && <LogSkeleton label="Loading the deliveries" rows={8} widths={[88, 136]} />}
      {log.isError && !log.data && <ErrorState error={log.error} onRetry={() => void log.refetch()} />}
      {hasNewer && (
        <Button
          fullWidth
          onClick={() => void queryClient.resetQueries({ queryKey: options.queryKey, exact: true })}
          variant="subtle"
        >
          Back to the newest
        </Button>
      )}
      {deliveries.length > 0 && (
        <>
          <DeliveryTable
            deliveries={deliveries}
            isDeleted={isDeleted}
            isEnabled={isEnabled}
            isOld={log.isPlaceholderData}
            onOpen={(id) => setParams({ deliveryId: id })}
            openId={deliveryId}
            pathOf={pathOf}
          />
          <LogEnd
            log={log}
            nothingBefore={`and nothing earlier in the last ${deliveryRetentionDays} days`}
            shown={count}
          />
        </>
      )}
      {log.data && deliveries.length === 0 && (
        <NoDeliveries
          hasFilters={Object.keys(filters).length > 0}
          isDeleted={isDeleted}
          isEnabled={isEnabled}
          onClear={() => setParams({ status: null, type: null })}
          webhookId={webhookId}
        />
      )}
    </section>
  );
}
