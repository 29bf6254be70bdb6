import { fromLocalField, toLocalField } from '#lib/format/local-time.ts';

// The field for the time before which no agent starts a task: local time, to the minute.

/** The bounds of the field: the next minute, because the API ignores a time that has passed, and a year from now. */
export function startBounds(now: number): { min: string; max: string } {
  const nextMinute = new Date(now + 60_000);
  const inAYear = new Date(now);
  inAYear.setFullYear(inAYear.getFullYear() + 1);
  return { min: toLocalField(nextMinute), max: toLocalField(inAYear) };
}

export const startBoundsMessage = 'Choose a time from now on, up to a year ahead.';

/** Why the value of the field is invalid; null if it is valid or empty. */
export function checkStart(value: string, now: number): string | null {
  const { min, max } = startBounds(now);
  return value === '' || (value >= min && value <= max) ? null : startBoundsMessage;
}

/** The value of the field for the API; null if it is empty. */
export const toStartTime = (value: string | null): string | null =>
  fromLocalField(value ?? '')?.toISOString() ?? null;
