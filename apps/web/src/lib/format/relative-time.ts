const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
/** Beyond this, show a date. */
const MAX_RELATIVE_DAYS = 30;

// Formats are created once: that takes a hundred times as long as using one, and every card shows a time.
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const yearFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const longDayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const zonedFormats = new Map<string | undefined, ReturnType<typeof createZonedFormats>>();

const createZonedFormats = (timeZone?: string) => ({
  clock: new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone }),
  day: new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone }),
  date: new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }),
  exact: new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: 'short', day: 'numeric', timeZone },
    ...{ hour: 'numeric', minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
  }),
});

/** The formats of a time zone; by default, of the local one, for what only the browser renders. */
function zonedFormatsOf(timeZone?: string) {
  const formats = zonedFormats.get(timeZone) ?? createZonedFormats(timeZone);
  zonedFormats.set(timeZone, formats);
  return formats;
}

function distance(seconds: number): string {
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)}m`;
  if (seconds < DAY_S) return `${Math.floor(seconds / HOUR_S)}h`;
  return `${Math.floor(seconds / DAY_S)}d`;
}

/** "now", "3h ago", "in 10d", or a date in UTC: the server and the browser must render the same. */
export function relativeTime(time: Date, now: Date): string {
  const seconds = (time.getTime() - now.getTime()) / 1000;
  if (Math.abs(seconds) < MINUTE_S) return 'now';
  if (Math.abs(seconds) < MAX_RELATIVE_DAYS * DAY_S) {
    return seconds < 0 ? `${distance(-seconds)} ago` : `in ${distance(seconds)}`;
  }
  return (time.getUTCFullYear() === now.getUTCFullYear() ? dayFormat : yearFormat).format(time);
}

/** A date without a time zone, such as 2026-11-21: "Nov 21, 2026", or "Nov 21" in the year of `now`. */
export function calendarDay(date: string, now?: Date): string {
  const isThisYear = now !== undefined && date.startsWith(`${now.getUTCFullYear()}-`);
  return (isThisYear ? dayFormat : yearFormat).format(new Date(date));
}

/** The last line of a history whose older events were removed: "Older history was removed on March 12, 2027", in UTC. */
export const removedHistory = (removedAt: string): string =>
  `Older history was removed on ${longDayFormat.format(new Date(removedAt))}`;

/** The time of day, or the date of an earlier day: "9:14 AM", "Nov 22", "Nov 22, 2025"; local time by default. */
export function timeOrDate(time: Date, now: Date, timeZone?: string): string {
  const { clock, day, date } = zonedFormatsOf(timeZone);
  const [then, today] = [date.format(time), date.format(now)];
  if (then === today) return clock.format(time);
  // A date ends with its year.
  return then.slice(-4) === today.slice(-4) ? day.format(time) : then;
}

/** "9:14 AM", "Nov 22, 9:14 AM", "Nov 22, 2025, 9:14 AM"; local time by default. */
export function shortDateTime(time: Date, now: Date, timeZone?: string): string {
  const timeOfDay = zonedFormatsOf(timeZone).clock.format(time);
  const short = timeOrDate(time, now, timeZone);
  return short === timeOfDay ? timeOfDay : `${short}, ${timeOfDay}`;
}

/** Date, time and time zone; local time by default. */
export const exactTime = (time: Date, timeZone?: string): string =>
  zonedFormatsOf(timeZone).exact.format(time);
