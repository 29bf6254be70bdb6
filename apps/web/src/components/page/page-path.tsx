import type { ReactNode } from 'react';
import { PageLink } from './page-link.tsx';
import styles from './page-path.module.css';

interface PagePathProps {
  /** The page of the list that this page belongs to. */
  href: string;
  list: string;
  children: ReactNode;
}

/** The title of a page of one thing: the link to its list, then its name. */
export function PagePath({ href, list, children }: PagePathProps) {
  return (
    <span className={styles.path}>
      <PageLink className={styles.up} href={href}>
        {list}
      </PageLink>
      <span aria-hidden className={styles.up}>
        ›
      </span>
      {children}
    </span>
  );
}
