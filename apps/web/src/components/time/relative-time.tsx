import { use } from 'react';
import { exactTime, relativeTime } from '#lib/format/relative-time.ts';
import { RenderTime, useNow } from '#lib/time/use-now.ts';

interface RelativeTimeProps {
  /** ISO 8601. */
  time: string;
  /** Names the event at that time: a prefix of the tooltip. */
  label?: string;
}

/** A relative time such as "3h ago", kept current; a date if it is far away. The tooltip has the exact time. */
export function RelativeTime({ time, label }: RelativeTimeProps) {
  const now = useNow();
  const date = new Date(time);
  const exact = label ? `${label} ${exactTime(date)}` : exactTime(date);

  // Omit the tooltip in the first paint: its time is local, and the server does not know the person's time zone.
  return (
    <time dateTime={time} title={now === null ? undefined : exact}>
      {relativeTime(date, new Date(now ?? use(RenderTime)))}
    </time>
  );
}
