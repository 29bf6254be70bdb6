'use client';

import { exactTime, relativeTime } from '../lib/format/relative-time.ts';
import { useNow } from '../lib/use-now.ts';

interface RelativeTimeProps {
  /** ISO 8601. */
  time: string;
  /** What happened then, on hover before the exact time. */
  label?: string;
}

/** How long ago something was, kept current; the exact time on hover. */
export function RelativeTime({ time, label }: RelativeTimeProps) {
  const now = useNow();
  const date = new Date(time);
  const exact = label ? `${label} ${exactTime(date)}` : exactTime(date);

  // The clock of the server is not the reader's: what it wrote is replaced without a word.
  return (
    <time dateTime={time} suppressHydrationWarning title={now === null ? undefined : exact}>
      {relativeTime(date, new Date(now ?? Date.now()))}
    </time>
  );
}
