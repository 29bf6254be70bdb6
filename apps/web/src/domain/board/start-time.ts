import { fromLocalField, toLocalField } from '#lib/format/local-time.ts';

// Of fields for the time before which no agent starts a task: local time, to the minute.

/** One that has passed counts as none. */
export function startBounds(now: number): { min: string; max: string } {
  const nextMinute = new Date(now + 60_000);
  const inAYear = new Date(now);
  inAYear.setFullYear(inAYear.getFullYear() + 1);
  return { min: toLocalField(nextMinute), max: toLocalField(inAYear) };
}

export const outsideStartBounds = 'Choose a time from now on, up to a year ahead.';

/** Why a new task cannot start then; null where it can. */
export function checkStart(value: string, now: number): string | null {
  const { min, max } = startBounds(now);
  return value === '' || (value >= min && value <= max) ? null : outsideStartBounds;
}

/** The time of the field as the API takes it; null for none. */
export const toStartTime = (value: string | null): string | null =>
  fromLocalField(value ?? '')?.toISOString() ?? null;
