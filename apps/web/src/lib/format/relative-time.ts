const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Beyond this a date says more. */
const MOST_DAYS = 30;

function distance(seconds: number): string {
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)}h`;
  return `${Math.floor(seconds / DAY)}d`;
}

/** "now", "3h ago", "in 10d", and the date of what is far away. */
export function relativeTime(time: Date, now: Date): string {
  const seconds = (time.getTime() - now.getTime()) / 1000;
  if (Math.abs(seconds) < MINUTE) return 'now';
  if (Math.abs(seconds) < MOST_DAYS * DAY) {
    return seconds < 0 ? `${distance(-seconds)} ago` : `in ${distance(seconds)}`;
  }
  const year = time.getUTCFullYear() === now.getUTCFullYear() ? undefined : 'numeric';
  return time.toLocaleDateString('en-US', { month: 'short', day: 'numeric', year, timeZone: 'UTC' });
}

/** Day, second and time zone, where the reader is unless said otherwise. */
export function exactTime(time: Date, timeZone?: string): string {
  return time.toLocaleString('en-US', {
    ...{ year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short', timeZone },
  });
}
