'use client';

import { exactTime } from '#lib/format/relative-time.ts';
import { useNow } from '#lib/time/use-now.ts';
import styles from './activity-time.module.css';
import { RelativeTime } from './relative-time.tsx';

/** The last use is stored once a minute: until the next time is due, the person counts as active. */
const NOW_DURATION_MS = 120_000;

/** When a person, or one of their sessions, was last active, with a dot while they are. */
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
