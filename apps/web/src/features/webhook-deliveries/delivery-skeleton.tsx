import { Skeleton } from '@mantine/core';
import styles from './delivery-log.module.css';

const ROWS = Array.from({ length: 8 }, (_, index) => index);

export function DeliverySkeleton() {
  return (
    <div aria-busy="true" aria-label="Loading the deliveries" role="status">
      {ROWS.map((row) => (
        <div className={styles.skeletonRow} key={row}>
          <Skeleton h={12} w={88} />
          <Skeleton h={12} w={136} />
          <Skeleton h={12} w={`${20 + ((row * 17) % 30)}%`} />
        </div>
      ))}
    </div>
  );
}
