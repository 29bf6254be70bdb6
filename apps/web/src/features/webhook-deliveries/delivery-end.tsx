import { LogEnd } from '../../components/log-end.tsx';
import { formatNumber } from '../../lib/format/format-number.ts';
import type { useDeliveries } from './use-deliveries.ts';

/** Beneath the deliveries: the way to older ones, or that there are none. */
export function DeliveryEnd({ log }: { log: ReturnType<typeof useDeliveries> }) {
  const count = log.deliveries.length;
  const shown = `${formatNumber(count)} ${count === 1 ? 'delivery' : 'deliveries'}`;
  return <LogEnd log={log} nothingBefore="and nothing before in the last 30 days" shown={shown} />;
}
