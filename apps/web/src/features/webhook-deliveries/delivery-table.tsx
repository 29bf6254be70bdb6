'use client';

import type { WebhookDelivery } from '@crewboard/contracts';
import { type LogColumn, LogTable } from '#components/lists/log-table.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import styles from './delivery-table.module.css';
import { useRowFocus } from './use-row-focus.ts';

const COLUMNS: LogColumn[] = [
  { name: 'Status', className: styles.status },
  { name: 'Event', className: styles.event },
  { name: 'Last response', className: styles.response },
  { name: 'Attempts', className: styles.attempts },
  { name: 'Latency', className: styles.latency },
  { name: 'When', className: styles.time },
  { name: 'Actions', className: styles.action, isSilent: true },
];

interface DeliveryTableProps {
  deliveries: WebhookDelivery[];
  /** The rows are those of the previous filters. */
  isOld: boolean;
  isEnabled: boolean;
  isDeleted: boolean;
  openId: string | null;
  pathOf: (deliveryId: string) => string;
  onOpen: (deliveryId: string) => void;
}

export function DeliveryTable({ deliveries, isOld, openId, pathOf, ...ofRows }: DeliveryTableProps) {
  const body = useRowFocus(deliveries);
  return (
    <LogTable body={body} className={styles.table} columns={COLUMNS} isOld={isOld} label="Deliveries">
      {deliveries.map((delivery) => (
        <DeliveryRow
          delivery={delivery}
          href={pathOf(delivery.id)}
          isOpen={delivery.id === openId}
          key={delivery.id}
          {...ofRows}
        />
      ))}
    </LogTable>
  );
}
