import { durationInWords } from '#lib/format/format-duration.ts';
import { exactTime } from '#lib/format/relative-time.ts';
import { useNow } from '#lib/time/use-now.ts';

/** A duration until now such as "for 3 days", kept current. The tooltip has the exact time of its beginning. */
export function TimeSince({ time }: { time: string }) {
  const now = useNow();
  const seconds = ((now ?? Date.now()) - Date.parse(time)) / 1_000;
  // The clocks of the server and the browser differ: React replaces the text without a warning.
  return (
    <time
      dateTime={time}
      suppressHydrationWarning
      title={now === null ? undefined : `Since ${exactTime(new Date(time))}`}
    >
      for {durationInWords(seconds)}
    </time>
  );
}
