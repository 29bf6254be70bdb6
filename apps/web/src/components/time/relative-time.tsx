import { exactTime, relativeTime } from '#lib/format/relative-time.ts';
import { useNow } from '#lib/time/use-now.ts';

interface RelativeTimeProps {
  /** ISO 8601. */
  time: string;
  /** Names the event at that time: a prefix of the tooltip. */
  label?: string;
}

/** A relative time such as "3h ago", kept current. The tooltip has the exact time. */
export function RelativeTime({ time, label }: RelativeTimeProps) {
  const now = useNow();
  const date = new Date(time);
  const exact = label ? `${label} ${exactTime(date)}` : exactTime(date);

  // The clocks of the server and the browser differ: React replaces the text without a warning.
  return (
    <time dateTime={time} suppressHydrationWarning title={now === null ? undefined : exact}>
      {relativeTime(date, new Date(now ?? Date.now()))}
    </time>
  );
}
