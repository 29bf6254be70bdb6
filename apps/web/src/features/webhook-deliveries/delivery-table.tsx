import type { WebhookDelivery } from '@crewboard/contracts';
import { ActionIcon } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { memo } from 'react';
import { type LogColumn, LogRow, LogTable } from '#components/lists/log-table.tsx';
import row from '#components/lists/whole-row.module.css';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { useRowFocus } from '#lib/focus/use-row-focus.ts';
import { formatNumber } from '#lib/format/format-number.ts';
import { onPlainClick } from '#lib/keys/on-plain-click.ts';
import { errorDetail, latencyLabel, responseLabel } from './delivery-labels.ts';
import { useRedeliver } from './delivery-mutations.ts';
import { DeliveryStatusLabel, NextAttempt } from './delivery-status-label.tsx';
import styles from './delivery-table.module.css';

const COLUMNS: LogColumn[] = [
  { name: 'Status', className: styles.status },
  { name: 'Event', className: styles.event },
  { name: 'Last response' },
  { name: 'Attempts', className: styles.attempts },
  { name: 'Latency', className: styles.latency },
  { name: 'When', className: styles.time },
  { name: 'Actions', className: styles.action, isNameHidden: true },
];

interface RowOptions {
  isEnabled: boolean;
  /** The endpoint is deleted: nothing can be sent to it any more. */
  isDeleted: boolean;
  onOpen: (deliveryId: string) => void;
}

interface DeliveryTableProps extends RowOptions {
  deliveries: WebhookDelivery[];
  /** The rows are those of the previous filters. */
  isOld: boolean;
  openId: string | null;
  pathOf: (deliveryId: string) => string;
}

/** The rows of the delivery log. A click opens the panel of the delivery, a button sends it again. */
export function DeliveryTable({ deliveries, isOld, openId, pathOf, ...rowOptions }: DeliveryTableProps) {
  const body = useRowFocus('data-delivery-id', deliveries);
  return (
    <LogTable body={body} className={styles.table} columns={COLUMNS} isOld={isOld} label="Deliveries">
      {deliveries.map((delivery) => (
        <DeliveryRow
          delivery={delivery}
          href={pathOf(delivery.id)}
          isOpen={delivery.id === openId}
          key={delivery.id}
          {...rowOptions}
        />
      ))}
    </LogTable>
  );
}

interface DeliveryRowProps extends RowOptions {
  delivery: WebhookDelivery;
  /** The row is a link, so that a person can open it in another tab. */
  href: string;
  isOpen: boolean;
}

/** One delivery. Memoized: the log is polled, and most rows do not change. */
const DeliveryRow = memo(function DeliveryRow(props: DeliveryRowProps) {
  const { delivery, href, isOpen, isEnabled, isDeleted, onOpen } = props;
  const { attempts, nextAttemptAt } = delivery;
  const last = attempts.at(-1);
  const detail = last && errorDetail(last);

  return (
    <LogRow className={styles.row} isOpen={isOpen}>
      <td className={styles.status}>
        <DeliveryStatusLabel status={delivery.status} />
      </td>
      <td className={styles.event}>
        <a
          aria-current={isOpen ? 'true' : undefined}
          className={`${styles.link} ${row.clickTarget}`}
          data-delivery-id={delivery.id}
          href={href}
          onClick={onPlainClick(() => onOpen(delivery.id))}
        >
          {delivery.eventType}
        </a>
      </td>
      <td className={styles.response}>
        <span>
          {last && (
            <span data-code={last.statusCode === null ? undefined : true} title={last.error ?? undefined}>
              {responseLabel(last)}
              {detail && <span className="visually-hidden">: {detail}</span>}
            </span>
          )}
          {nextAttemptAt && (
            <span className={styles.next}>
              {last && '· '}
              <NextAttempt at={nextAttemptAt} isEnabled={isEnabled} />
            </span>
          )}
        </span>
      </td>
      <td className={styles.attempts}>
        {formatNumber(attempts.length)}
        <span className={`${styles.unit} visually-hidden`}>
          {attempts.length === 1 ? ' attempt' : ' attempts'}
        </span>
      </td>
      <td className={styles.latency}>{last && latencyLabel(last)}</td>
      <td className={styles.time}>
        <span className={row.aboveClickTarget}>
          <RelativeTime time={delivery.createdAt} />
        </span>
      </td>
      <td className={styles.action}>
        {!isDeleted && (
          <span className={`${row.aboveClickTarget} ${styles.revealed}`}>
            <RedeliverIcon delivery={delivery} />
          </span>
        )}
      </td>
    </LogRow>
  );
});

function RedeliverIcon({ delivery }: { delivery: WebhookDelivery }) {
  const { redeliver, isPending } = useRedeliver(delivery);
  return (
    <ActionIcon
      aria-label={`Redeliver ${delivery.eventType}`}
      loading={isPending}
      onClick={redeliver}
      title="Redeliver"
    >
      <IconSend aria-hidden size={15} stroke={1.6} />
    </ActionIcon>
  );
}
