'use client';

import type { WebhookDelivery } from '@crewboard/contracts';
import { DeliveryRow } from './delivery-row.tsx';
import styles from './delivery-table.module.css';
import { useRowFocus } from './use-row-focus.ts';

const COLUMNS = [
  { name: 'Status', style: styles.status },
  { name: 'Event', style: styles.event },
  { name: 'Last answer', style: styles.answer },
  { name: 'Attempts', style: styles.attempts },
  { name: 'Latency', style: styles.latency },
  { name: 'When', style: styles.time },
  { name: 'Actions', style: styles.action, isSilent: true },
];

interface DeliveryTableProps {
  deliveries: WebhookDelivery[];
  /** These are still those of the filters before. */
  isOld: boolean;
  isEnabled: boolean;
  openId: string | null;
  pathOf: (deliveryId: string) => string;
  onOpen: (deliveryId: string) => void;
}

/** A table that turns into a list where it has less than 640 px, and stays a table for screen readers. */
export function DeliveryTable({ deliveries, isOld, isEnabled, openId, pathOf, onOpen }: DeliveryTableProps) {
  const focus = useRowFocus(deliveries);
  return (
    <div className={styles.root}>
      <table aria-busy={isOld} aria-label="Deliveries" className={styles.table}>
        <thead>
          <tr>
            {COLUMNS.map(({ name, style, isSilent }) => (
              <th className={style} key={name} scope="col">
                <span className={isSilent ? 'visually-hidden' : undefined}>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...focus}>
          {deliveries.map((delivery) => (
            <DeliveryRow
              delivery={delivery}
              href={pathOf(delivery.id)}
              isEnabled={isEnabled}
              isOpen={delivery.id === openId}
              key={delivery.id}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
