import type { ReactNode } from 'react';
import styles from './page-header.module.css';
import { SidebarButton } from './sidebar-button.tsx';

interface PageHeaderProps {
  title: ReactNode;
  /** The filters of the page. */
  children?: ReactNode;
  /** The one primary action. */
  action?: ReactNode;
}

/** The first row of every page of a team. */
export function PageHeader({ title, children, action }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <SidebarButton />
      <h1 className={styles.title}>{title}</h1>
      {children && <div className={styles.filters}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </header>
  );
}

/** The first row of a list below other parts of a page. */
export function ListHeader({ id, title, children, action }: PageHeaderProps & { id: string }) {
  return (
    <div className={`${styles.header} ${styles.ofList}`}>
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      <div className={styles.filters}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
