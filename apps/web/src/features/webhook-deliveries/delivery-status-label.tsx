import type { DeliveryStatus } from '@crewboard/contracts';
import { IconCircleCheck, IconCircleX, IconClockHour4 } from '@tabler/icons-react';
import { statusNames } from './delivery-labels.ts';
import styles from './delivery-status-label.module.css';

const ICONS = { pending: IconClockHour4, succeeded: IconCircleCheck, failed: IconCircleX };

export function DeliveryStatusLabel({ status }: { status: DeliveryStatus }) {
  const Icon = ICONS[status];
  return (
    <span className={styles.label} data-status={status}>
      <Icon aria-hidden size={15} stroke={1.75} />
      {statusNames[status]}
    </span>
  );
}
