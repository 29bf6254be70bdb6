import type { ComponentProps, ReactNode } from 'react';
import styles from './log-table.module.css';

export interface LogColumn {
  name: string;
  className?: string;
  /** The name of the column is for screen readers only. */
  isNameHidden?: boolean;
}

interface LogTableProps {
  label: string;
  columns: LogColumn[];
  /** The rows are still those of the previous filters. */
  isOld: boolean;
  className?: string;
  body?: ComponentProps<'tbody'>;
  children: ReactNode;
}

/** A table with a sticky header. Below 640 px it looks like a list, and stays a table for screen readers. */
export function LogTable({ label, columns, isOld, className = '', body, children }: LogTableProps) {
  return (
    <div className={styles.root}>
      <table aria-busy={isOld} aria-label={label} className={`${styles.table} ${className}`}>
        <thead>
          <tr>
            {columns.map(({ name, className: ofColumn, isNameHidden }) => (
              <th className={ofColumn} key={name} scope="col">
                <span className={isNameHidden ? 'visually-hidden' : undefined}>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...body}>{children}</tbody>
      </table>
    </div>
  );
}

interface LogRowProps {
  isOpen: boolean;
  className?: string;
  children: ReactNode;
}

/** A row of a `LogTable`. `isOpen`: its details are shown. */
export function LogRow({ isOpen, className = '', children }: LogRowProps) {
  return (
    <tr className={`${styles.row} ${className}`} data-open={isOpen || undefined}>
      {children}
    </tr>
  );
}
