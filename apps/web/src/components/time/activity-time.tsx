import { exactTime } from '#lib/format/relative-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import styles from './activity-time.module.css';
import { RelativeTime } from './relative-time.tsx';

/** The service stores the last use once a minute: a person counts as active until the next one is overdue. */
const NOW_DURATION_MS = 120_000;

/** The time at which a person or a session was last active, or a dot and "now". */
export function ActivityTime({ at }: { at: string | null }) {
  const now = useNow();
  if (!at) return <span>Never active</span>;
  if (now === null || now - Date.parse(at) >= NOW_DURATION_MS) return <RelativeTime time={at} />;
  return (
    <time className={styles.now} dateTime={at} title={exactTime(new Date(at))}>
      <span aria-hidden className={styles.dot} />
      now
    </time>
  );
}
