import { Skeleton } from '@mantine/core';
import styles from './audit-log.module.css';

const ROWS = Array.from({ length: 12 }, (_, index) => index);

export function AuditSkeleton() {
  return (
    <div aria-busy="true" aria-label="Loading the events" role="status">
      {ROWS.map((row) => (
        <div className={styles.skeletonRow} key={row}>
          <Skeleton h={12} w={56} />
          <Skeleton h={12} w={120} />
          <Skeleton h={12} w={`${30 + ((row * 17) % 30)}%`} />
        </div>
      ))}
    </div>
  );
}
