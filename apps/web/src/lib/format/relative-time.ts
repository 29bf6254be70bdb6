const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
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

/** The formats of a time zone; by default, of the local one. */
function zonedFormatsOf(timeZone?: string) {
  const formats = zonedFormats.get(timeZone) ?? createZonedFormats(timeZone);
  zonedFormats.set(timeZone, formats);
  return formats;
}

function distance(seconds: number): string {
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)}h`;
  return `${Math.floor(seconds / DAY)}d`;
}

/** "now", "3h ago", "in 10d", or a date in UTC: the server and the browser must render the same. */
export function relativeTime(time: Date, now: Date): string {
  const seconds = (time.getTime() - now.getTime()) / 1000;
  if (Math.abs(seconds) < MINUTE) return 'now';
  if (Math.abs(seconds) < MAX_RELATIVE_DAYS * DAY) {
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
export function sinceTime(time: Date, now: Date, timeZone?: string): string {
  const { clock, day, date } = zonedFormatsOf(timeZone);
  const [then, today] = [date.format(time), date.format(now)];
  if (then === today) return clock.format(time);
  // A date ends with its year.
  return then.slice(-4) === today.slice(-4) ? day.format(time) : then;
}

/** "9:14 AM", "Nov 22, 9:14 AM", "Nov 22, 2025, 9:14 AM"; local time by default. */
export function momentOf(time: Date, now: Date, timeZone?: string): string {
  const timeOfDay = zonedFormatsOf(timeZone).clock.format(time);
  const since = sinceTime(time, now, timeZone);
  return since === timeOfDay ? timeOfDay : `${since}, ${timeOfDay}`;
}

/** Date, time and time zone; local time by default. */
export const exactTime = (time: Date, timeZone?: string): string =>
  zonedFormatsOf(timeZone).exact.format(time);
