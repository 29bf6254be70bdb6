import { urlParts } from '../../domain/webhooks/endpoint-name.ts';
import styles from './webhook-url.module.css';

/** The end of a path that stays when its middle has no room: the ids of receivers differ there. */
const TAIL = 10;

/** Where an endpoint leads to: the host stands out, and of a long path the middle is left out. */
export function WebhookUrl({ url }: { url: string }) {
  const { scheme, host, path } = urlParts(url);
  // Of a short path the end gives way.
  const tail = path.length > 2 * TAIL ? path.slice(-TAIL) : '';
  return (
    <span className={styles.url} title={url}>
      {scheme && <span className={styles.muted}>{scheme}</span>}
      <span className={styles.host}>{host}</span>
      <span className={`${styles.muted} ${styles.head}`}>{path.slice(0, path.length - tail.length)}</span>
      <span className={styles.muted}>{tail}</span>
    </span>
  );
}
