import { nearestSolarNoon } from './solar-noon.ts';

const WEEK_MS = 7 * 86_400_000;

export interface Place {
  timeZone: string;
  countryCode: string;
  /** Degrees, east is positive. */
  longitude: number;
}

interface ClockChange {
  /** The first instant with the new offset. */
  at: string;
  utcOffset: string;
}

interface ClockReport {
  timeZone: string;
  asOf: string;
  utcOffset: string;
  abbreviation: string;
  daylightSaving: boolean;
  /** Null without a clock change in the next two years. */
  nextChange: ClockChange | null;
  /** Today's solar noon, in the local time of the place. */
  solarNoon: string;
}

/** The result of a task of the demo: the time of a place, its next clock change and its solar noon. */
export function reportClocks(place: Place, now: Date): ClockReport {
  const offsetAt = offsetReader(place.timeZone);
  const change = nextChange(offsetAt, now);
  return {
    timeZone: place.timeZone,
    asOf: isoSeconds(now),
    utcOffset: formatOffset(offsetAt(now)),
    abbreviation: abbreviation(place, now),
    daylightSaving: isDaylightSaving(offsetAt, now),
    nextChange: change && { at: isoSeconds(change), utcOffset: formatOffset(offsetAt(change)) },
    solarNoon: solarNoonToday(place.longitude, offsetAt, now),
  };
}

/** Seconds that the clocks are ahead of UTC. */
type OffsetAt = (instant: Date) => number;

/** Reads the offsets of a time zone from the texts of Intl, the only source in Node: "GMT+05:45". */
function offsetReader(timeZone: string): OffsetAt {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (instant) => {
    const name = zoneName(format, instant);
    const [, sign, hours, minutes, seconds] = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(name) ?? [];
    if (!sign) return 0;
    const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0);
    return sign === '-' ? -size : size;
  };
}

/** Searches in weekly steps first: no time zone changes its clocks twice within a week. */
function nextChange(offsetAt: OffsetAt, now: Date): Date | null {
  const current = offsetAt(now);
  const end = new Date(now).setUTCFullYear(now.getUTCFullYear() + 2);
  for (let before = now.getTime(); before < end; before += WEEK_MS) {
    const after = Math.min(before + WEEK_MS, end);
    if (offsetAt(new Date(after)) !== current) return findChange(offsetAt, current, before, after);
  }
  return null;
}

/** Bisects the time between `before` and `after` to the first millisecond with another offset. */
function findChange(offsetAt: OffsetAt, current: number, before: number, after: number): Date {
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(new Date(middle)) === current) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/**
 * True when the clocks are set back within a year. The name of the time zone is not reliable: a place may keep
 * "Daylight Time" all year, and Ireland calls its summer time "Standard".
 */
function isDaylightSaving(offsetAt: OffsetAt, now: Date): boolean {
  const current = offsetAt(now);
  for (let week = 1; week <= 52; week++) {
    if (offsetAt(new Date(now.getTime() + week * WEEK_MS)) < current) return true;
  }
  return false;
}

/** Uses the English locale of the place: abbreviations such as CET or EST exist only there. */
function abbreviation({ timeZone, countryCode }: Place, now: Date): string {
  const format = new Intl.DateTimeFormat(`en-${countryCode}`, { timeZone, timeZoneName: 'short' });
  return zoneName(format, now);
}

function zoneName(format: Intl.DateTimeFormat, instant: Date): string {
  return format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? '';
}

function solarNoonToday(longitude: number, offsetAt: OffsetAt, now: Date): string {
  const localDate = new Date(now.getTime() + offsetAt(now) * 1000);
  const clockNoon = new Date(localDate.setUTCHours(12, 0, 0, 0) - offsetAt(now) * 1000);
  const noon = nearestSolarNoon(longitude, clockNoon);
  const nearestSecond = Math.round(noon.getTime() / 1000 + offsetAt(noon)) * 1000;
  return new Date(nearestSecond).toISOString().slice(11, 19);
}

function formatOffset(seconds: number): string {
  const clock = new Date(Math.abs(seconds) * 1000).toISOString().slice(11, 19);
  return (seconds < 0 ? '-' : '+') + clock.replace(/:00$/, '');
}

const isoSeconds = (instant: Date) => `${instant.toISOString().slice(0, 19)}Z`;
