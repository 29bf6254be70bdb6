import { use } from 'react';
import { exactTime, relativeTime } from '#lib/format/relative-time.ts';
import { RenderTime, useNow } from '#lib/time/use-now.ts';

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

  return (
    <time dateTime={time} title={now === null ? undefined : exact}>
      {relativeTime(date, new Date(now ?? use(RenderTime)))}
    </time>
  );
}
