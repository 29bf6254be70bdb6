import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './page-notice.module.css';

interface PageNoticeProps {
  /** Nothing is shown without it. */
  children: ReactNode;
  /** At the end of the line. */
  action?: ReactNode;
}

/** A line above every page of the team. Stays in the page while it is empty, so that screen readers tell what appears. */
export function PageNotice({ children, action }: PageNoticeProps) {
  return (
    <div className={styles.region} role="status">
      {children && (
        <div className={styles.notice}>
          <IconAlertTriangle aria-hidden className={styles.icon} size={16} stroke={1.6} />
          <p className={styles.text}>{children}</p>
          {action}
        </div>
      )}
    </div>
  );
}
