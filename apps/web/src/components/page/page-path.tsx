import type { ReactNode } from 'react';
import { PageLink } from './page-link.tsx';
import styles from './page-path.module.css';

interface PagePathProps {
  /** The page of the list. */
  href: string;
  /** The name of the list. */
  list: string;
  /** The name of the thing that this page shows. */
  children: ReactNode;
}

/** The title of a page about one agent, webhook or other thing: a link to the list, then the name. */
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
