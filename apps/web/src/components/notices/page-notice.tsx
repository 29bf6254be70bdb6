import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './page-notice.module.css';

interface PageNoticeProps {
  /** The text. If it is empty, nothing is shown. */
  children: ReactNode;
  /** At the end of the line. */
  action?: ReactNode;
}

/**
 * A line above every page of a team. It stays in the page while it is empty, so that screen readers announce the text.
 */
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
