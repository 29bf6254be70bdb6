import { Button } from '@mantine/core';
import { formatNumber } from '../../lib/format/format-number.ts';
import styles from './delivery-log.module.css';
import type { useDeliveries } from './use-deliveries.ts';

/** Beneath the deliveries: the way to older ones, or that there are none. */
export function DeliveryEnd({ log }: { log: ReturnType<typeof useDeliveries> }) {
  const count = log.deliveries.length;
  const deliveries = `${formatNumber(count)} ${count === 1 ? 'delivery' : 'deliveries'}`;
  if (!log.hasNextPage)
    return <p className={styles.end}>{deliveries}, and nothing before in the last 30 days</p>;
  return (
    <div className={styles.end}>
      {log.isFetchNextPageError && <p role="alert">What was before could not be loaded.</p>}
      <Button
        loading={log.isFetchingNextPage}
        onClick={() => void log.fetchNextPage()}
        size="xs"
        variant="default"
      >
        {log.isFetchNextPageError ? 'Try again' : 'Load more'}
      </Button>
      <span>{deliveries} shown</span>
    </div>
  );
}
