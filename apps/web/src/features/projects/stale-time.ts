import { maxStaleSeconds, minStaleSeconds } from '@crewboard/contracts';

/** The units of a time after which something is stale, in seconds. */
const seconds = { minutes: 60, hours: 3_600, days: 86_400 };

export type StaleUnit = keyof typeof seconds;
export const staleUnits = Object.keys(seconds) as StaleUnit[];

/** The time as a person edits it. */
export interface StaleTime {
  text: string;
  unit: StaleUnit;
}

/** The time in its largest whole unit; what is no whole number of minutes as a fraction of them. */
export function fromSeconds(value: number): StaleTime {
  const unit = [...staleUnits].reverse().find((each) => value % seconds[each] === 0) ?? 'minutes';
  return { text: String(value / seconds[unit]), unit };
}

/** What the API gets: whole seconds; not a number where the text is none. */
export const toSeconds = ({ text, unit }: StaleTime): number =>
  text.trim() === '' ? Number.NaN : Math.round(Number(text) * seconds[unit]);

/** Why the time is invalid; null when it is valid. */
export function checkStaleTime(time: StaleTime): string | null {
  const value = toSeconds(time);
  return value >= minStaleSeconds && value <= maxStaleSeconds
    ? null
    : 'Enter a time from 1 minute to 365 days.';
}
