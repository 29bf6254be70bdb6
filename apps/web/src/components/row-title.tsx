import Link from 'next/link';
import type { ReactNode } from 'react';
import styles from './row-title.module.css';
import row from './whole-row.module.css';

interface RowTitleProps {
  href: string;
  description: string | null;
  children: ReactNode;
}

/** The title of a table row; the whole row is its link. */
export function RowTitle({ href, description, children }: RowTitleProps) {
  return (
    <>
      <Link className={`${styles.title} ${row.target}`} href={href}>
        {children}
      </Link>
      {description && <div className={styles.description}>{description}</div>}
    </>
  );
}
