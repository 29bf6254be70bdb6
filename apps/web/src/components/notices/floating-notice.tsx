import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useOnline } from '#lib/failures/use-online.ts';
import type { IconComponent } from '#lib/look/icon-component.ts';
import styles from './floating-notice.module.css';

interface FloatingNoticeProps {
  isShown: boolean;
  Icon: IconComponent;
  /** `status` waits until screen readers have finished a sentence, `alert` interrupts them. */
  role?: 'status' | 'alert';
  className?: string;
  children: ReactNode;
  /** The buttons. */
  actions?: ReactNode;
}

/** A line at the bottom of the window about the connection or the code of the page. Screen readers announce it. */
export function FloatingNotice({ isShown, Icon, role = 'status', ...props }: FloatingNoticeProps) {
  const { className = '', children, actions } = props;
  return (
    <div className={styles.container} role={role}>
      {isShown && (
        <div className={`${styles.notice} ${className}`} data-floating-notice>
          <p className={styles.message}>
            <Icon aria-hidden size={16} stroke={1.5} />
            {children}
          </p>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
    </div>
  );
}

/** A button in a floating notice. */
export const NoticeButton = (props: { onClick: () => void; children: string }) => (
  <Button size="compact-xs" variant="default" {...props} />
);

/** The notice while the browser is offline, on every page. */
export function OfflineNotice() {
  return (
    <FloatingNotice Icon={IconCloudOff} isShown={!useOnline()}>
      You are offline. What you see may be out of date. Other pages open once you are back.
    </FloatingNotice>
  );
}
