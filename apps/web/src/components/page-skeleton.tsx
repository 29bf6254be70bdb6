import { Skeleton } from '@mantine/core';
import styles from './page-skeleton.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

interface PageSkeletonProps {
  /** The header of the page is there already. */
  withoutHeader?: boolean;
}

/** Stands in for a page on the way from one to the next. */
export function PageSkeleton({ withoutHeader = false }: PageSkeletonProps) {
  return (
    <div aria-busy="true" className={styles.page} role="status">
      <span className="visually-hidden">Loading…</span>
      {!withoutHeader && (
        <div className={styles.header}>
          <Skeleton height={14} radius={4} width={120} />
        </div>
      )}
      <div className={styles.rows}>
        {ROWS.map((row) => (
          <Skeleton height={36} key={row} radius={8} />
        ))}
      </div>
    </div>
  );
}
