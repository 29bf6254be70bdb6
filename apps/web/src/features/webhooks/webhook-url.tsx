import { urlParts } from '#domain/webhooks/endpoint-name.ts';
import styles from './webhook-url.module.css';

/** The end of a long path that is never clipped: the ids of receivers differ there. */
const TAIL = 10;

/** The URL of an endpoint, with the host emphasized. A long path is clipped in the middle. */
export function WebhookUrl({ url }: { url: string }) {
  const { scheme, host, path } = urlParts(url);
  // A short path is clipped at its end.
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
