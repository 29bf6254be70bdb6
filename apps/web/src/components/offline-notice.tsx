'use client';

import { IconCloudOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import styles from './offline-notice.module.css';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function OfflineNotice() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

  return (
    <div className={styles.place} role="status">
      {!isOnline && (
        <p className={styles.notice}>
          <IconCloudOff aria-hidden size={16} stroke={1.5} />
          You are offline. What you see may be out of date.
        </p>
      )}
    </div>
  );
}
