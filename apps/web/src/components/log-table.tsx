import type { ComponentProps, ReactNode } from 'react';
import styles from './log-table.module.css';

export interface LogColumn {
  name: string;
  className?: string;
  /** The column speaks for itself: its name is for screen readers. */
  isSilent?: boolean;
}

interface LogTableProps {
  label: string;
  columns: LogColumn[];
  /** These are still those of the filters before. */
  isOld: boolean;
  className?: string;
  body?: ComponentProps<'tbody'>;
  children: ReactNode;
}

/** A table beneath a head that stays in view. With less than 640 px it is a list, and for screen readers a table. */
export function LogTable({ label, columns, isOld, className = '', body, children }: LogTableProps) {
  return (
    <div className={styles.root}>
      <table aria-busy={isOld} aria-label={label} className={`${styles.table} ${className}`}>
        <thead>
          <tr>
            {columns.map(({ name, className: ofColumn, isSilent }) => (
              <th className={ofColumn} key={name} scope="col">
                <span className={isSilent ? 'visually-hidden' : undefined}>{name}</span>
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

export function LogRow({ isOpen, className = '', children }: LogRowProps) {
  return (
    <tr className={`${styles.row} ${className}`} data-open={isOpen || undefined}>
      {children}
    </tr>
  );
}
