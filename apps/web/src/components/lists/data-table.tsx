import type { ReactNode } from 'react';
import styles from './data-table.module.css';

export interface Column {
  name: string;
  /** Hidden on narrow screens, where the first cell shows the value. */
  wide?: boolean;
  numeric?: boolean;
  /** The name of the column is for screen readers only. */
  silent?: boolean;
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
            {columns.map(({ name, wide, numeric, silent }) => (
              <th
                className={wide ? styles.wide : undefined}
                data-numeric={numeric || undefined}
                key={name}
                scope="col"
              >
                <span className={silent ? 'visually-hidden' : undefined}>{name}</span>
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
  wide?: boolean;
  numeric?: boolean;
  children?: ReactNode;
}

/** A cell. `wide` and `numeric` must be those of its column. */
export function Cell({ wide, numeric, children }: CellProps) {
  return (
    <td className={wide ? styles.wide : undefined} data-numeric={numeric || undefined}>
      {children}
    </td>
  );
}

/** The values of the `wide` columns on narrow screens, below the content of the first cell. */
export function NarrowMeta({ children }: { children: ReactNode }) {
  return <div className={styles.narrow}>{children}</div>;
}
