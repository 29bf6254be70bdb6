'use client';

import { IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import styles from './live-notice.module.css';

/** A short break is mended before anybody would notice. */
const PATIENCE_MS = 2_000;

/** Says that changes of others are not shown for now. Connecting again needs nobody. */
export function LiveNotice({ isConnected }: { isConnected: boolean }) {
  const [isShown, setShown] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setShown(!isConnected), isConnected ? 0 : PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isConnected]);

  return (
    <div className={styles.place} role="status">
      {isShown && (
        <p className={styles.notice}>
          <IconPlugConnectedX aria-hidden size={16} stroke={1.5} />
          Live updates are interrupted. Connecting again…
        </p>
      )}
    </div>
  );
}
