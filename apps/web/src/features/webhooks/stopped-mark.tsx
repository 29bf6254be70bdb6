'use client';

import styles from './stopped-mark.module.css';
import { useWebhooks } from './use-webhooks.ts';
import { stoppedOf } from './webhook-health.ts';

/** Beside the name of the page in the navigation, while the service has disabled an endpoint. */
export function StoppedMark() {
  const stopped = stoppedOf(useWebhooks().data ?? []);
  if (stopped.length === 0) return null;
  const words =
    stopped.length === 1 ? 'an endpoint was disabled' : `${stopped.length} endpoints were disabled`;
  return (
    <span className={styles.mark} title={`${words.charAt(0).toUpperCase()}${words.slice(1)}`}>
      <span className="visually-hidden">, {words}</span>
    </span>
  );
}
