import { IconCloudOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useOnline } from '#lib/failures/use-online.ts';
import type { IconComponent } from '#lib/look/icon-component.ts';
import styles from './floating-notice.module.css';

interface FloatingNoticeProps {
  isShown: boolean;
  Icon: IconComponent;
  children: ReactNode;
}

/** A line at the bottom of the window about the connection of the page. Screen readers announce it. */
export function FloatingNotice({ isShown, Icon, children }: FloatingNoticeProps) {
  return (
    <div className={styles.container} role="status">
      {isShown && (
        <div className={styles.notice} data-floating-notice>
          <p className={styles.message}>
            <Icon aria-hidden size={16} stroke={1.5} />
            {children}
          </p>
        </div>
      )}
    </div>
  );
}

export function OfflineNotice() {
  return (
    <FloatingNotice Icon={IconCloudOff} isShown={!useOnline()}>
      You are offline. What you see may be out of date. Other pages open once you are back.
    </FloatingNotice>
  );
}
