'use client';

import type { WebhookDelivery } from '@crewboard/contracts';
import { type MouseEvent, memo } from 'react';
import { LogRow } from '#components/lists/log-table.tsx';
import row from '#components/lists/whole-row.module.css';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { formatNumber } from '#lib/format/format-number.ts';
import { latencyLabel } from './delivery-labels.ts';
import { DeliveryResponse } from './delivery-response.tsx';
import { DeliveryStatusLabel } from './delivery-status-label.tsx';
import styles from './delivery-table.module.css';
import { RedeliverButton } from './redeliver-button.tsx';

interface DeliveryRowProps {
  delivery: WebhookDelivery;
  /** The row is a link, so that it opens in another tab as well. */
  href: string;
  isOpen: boolean;
  isEnabled: boolean;
  /** The endpoint is deleted: nothing can be sent to it any more. */
  isDeleted: boolean;
  onOpen: (deliveryId: string) => void;
}

/** One delivery, which opens the panel with its details. */
export const DeliveryRow = memo(function DeliveryRow(props: DeliveryRowProps) {
  const { delivery, href, isOpen, isEnabled, isDeleted, onOpen } = props;
  const { attempts } = delivery;
  const last = attempts.at(-1);

  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen(delivery.id);
  }

  return (
    <LogRow className={styles.row} isOpen={isOpen}>
      <td className={styles.status}>
        <DeliveryStatusLabel status={delivery.status} />
      </td>
      <td className={styles.event}>
        <a
          aria-current={isOpen ? 'true' : undefined}
          className={`${styles.link} ${row.target}`}
          data-delivery-id={delivery.id}
          href={href}
          onClick={open}
        >
          {delivery.eventType}
        </a>
      </td>
      <td className={styles.response}>
        <DeliveryResponse delivery={delivery} isEnabled={isEnabled} />
      </td>
      <td className={styles.attempts}>
        {formatNumber(attempts.length)}
        <span className={styles.unit}>{attempts.length === 1 ? ' attempt' : ' attempts'}</span>
      </td>
      <td className={styles.latency}>{last && latencyLabel(last)}</td>
      <td className={styles.time}>
        <span className={row.raised}>
          <RelativeTime time={delivery.createdAt} />
        </span>
      </td>
      <td className={styles.action}>
        {!isDeleted && (
          <span className={`${row.raised} ${styles.late}`}>
            <RedeliverButton compact delivery={delivery} />
          </span>
        )}
      </td>
    </LogRow>
  );
});
