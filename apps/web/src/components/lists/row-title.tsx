import type { ReactNode } from 'react';
import { PageLink } from '../page/page-link.tsx';
import styles from './row-title.module.css';
import row from './whole-row.module.css';

interface RowTitleProps {
  href: string;
  description: string | null;
  children: ReactNode;
}

/** The title of a table row. A click anywhere in the row opens its link. */
export function RowTitle({ href, description, children }: RowTitleProps) {
  return (
    <>
      <PageLink className={`${styles.title} ${row.clickTarget}`} dir="auto" href={href}>
        {children}
      </PageLink>
      {description && (
        <div className={styles.description} dir="auto">
          {description}
        </div>
      )}
    </>
  );
}
