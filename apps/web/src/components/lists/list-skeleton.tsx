import { Skeleton } from '@mantine/core';
import styles from './list-skeleton.module.css';

interface ListSkeletonProps {
  label: string;
  rows: number;
  /** The widths of the first columns in CSS pixels, all different. That of the last column varies by row. */
  widths: number[];
  className?: string;
}

/** The placeholder of a list that is loading. */
export function ListSkeleton({ label, rows, widths, className }: ListSkeletonProps) {
  const numbers = Array.from({ length: rows }, (_, index) => index);
  return (
    <div aria-busy="true" aria-label={label} className={className} role="status">
      {numbers.map((row) => (
        <div className={styles.row} key={row}>
          {widths.map((width) => (
            <Skeleton h={12} key={width} w={width} />
          ))}
          <Skeleton h={12} w={`${20 + ((row * 17) % 30)}%`} />
        </div>
      ))}
    </div>
  );
}
