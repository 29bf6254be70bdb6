import type { ReactNode } from 'react';
import styles from './data-table.module.css';

export interface Column {
  name: string;
  /** Hidden on narrow screens, where the first cell shows the value: see `NarrowMeta`. */
  wideOnly?: boolean;
  numeric?: boolean;
  /** The name of the column is for screen readers only. */
  isNameHidden?: boolean;
}

interface DataTableProps {
  label: string;
  columns: Column[];
  children: ReactNode;
}

/** A table that looks like a list below 640 px, and stays a table for screen readers. */
export function DataTable({ label, columns, children }: DataTableProps) {
  return (
    <div className={styles.root}>
      <table aria-label={label} className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ name, wideOnly, numeric, isNameHidden }) => (
              <th
                className={wideOnly ? styles.wideOnly : undefined}
                data-numeric={numeric || undefined}
                key={name}
                scope="col"
              >
                <span className={isNameHidden ? 'visually-hidden' : undefined}>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

interface CellProps {
  wideOnly?: boolean;
  numeric?: boolean;
  children?: ReactNode;
}

/** A cell. `wideOnly` and `numeric` must be those of its column. */
export function Cell({ wideOnly, numeric, children }: CellProps) {
  return (
    <td className={wideOnly ? styles.wideOnly : undefined} data-numeric={numeric || undefined}>
      {children}
    </td>
  );
}

/** The values of the `wideOnly` columns on narrow screens, below the content of the first cell. */
export function NarrowMeta({ children }: { children: ReactNode }) {
  return <div className={styles.narrow}>{children}</div>;
}
