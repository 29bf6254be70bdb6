import { attemptLimit, maxArchiveAfterDays, maxStaleSeconds, minStaleSeconds } from '@crewboard/contracts';
import { formatNumber } from '#lib/format/format-number.ts';

/** How the dialog of a project shows a number of the API, and reads what the person typed. */
export interface SettingFormat<Value, Shown> {
  show: (value: Value) => Shown;
  /** NaN where the typed text is not a number. */
  parse: (shown: Shown) => Value;
  /** Why a parsed value is invalid; null when it is valid. */
  check: (value: Value) => string | null;
}

/** The text stays beside a chosen "No limit", so that the person gets it back. */
export interface ShownAttemptLimit {
  text: string;
  isUnlimited: boolean;
}

/** Null: no limit. */
export const attemptLimitFormat: SettingFormat<number | null, ShownAttemptLimit> = {
  show: (value) => ({ text: String(value ?? attemptLimit.whenAbsent), isUnlimited: value === null }),
  parse: ({ text, isUnlimited }) => (isUnlimited ? null : parseNumber(text)),
  check(value) {
    const { min, max, message } = attemptLimit;
    const isValid = value === null || (Number.isInteger(value) && value >= min && value <= max);
    return isValid ? null : `The number ${message}.`;
  },
};

/** Null, shown as an empty field: never. */
export const archiveDaysFormat: SettingFormat<number | null, string> = {
  show: (days) => String(days ?? ''),
  parse: (text) => (text.trim() === '' ? null : Number(text)),
  check(days) {
    const isValid = days === null || (Number.isInteger(days) && days >= 1 && days <= maxArchiveAfterDays);
    return isValid ? null : `Enter a whole number of days from 1 to ${formatNumber(maxArchiveAfterDays)}.`;
  },
};

/** From the smallest to the largest unit. */
const secondsByUnit = { minutes: 60, hours: 3_600, days: 86_400 };

export type StaleUnit = keyof typeof secondsByUnit;
export const staleUnits = Object.keys(secondsByUnit) as StaleUnit[];

export interface ShownStaleTime {
  text: string;
  unit: StaleUnit;
}

/** Seconds, shown in the largest unit that makes a whole number of them; otherwise as a fraction of minutes. */
export const staleTimeFormat: SettingFormat<number, ShownStaleTime> = {
  show(seconds) {
    const unit = staleUnits.findLast((each) => seconds % secondsByUnit[each] === 0) ?? 'minutes';
    return { text: String(seconds / secondsByUnit[unit]), unit };
  },
  parse: ({ text, unit }) => Math.round(parseNumber(text) * secondsByUnit[unit]),
  check: (seconds) =>
    seconds >= minStaleSeconds && seconds <= maxStaleSeconds
      ? null
      : 'Enter a time from 1 minute to 365 days.',
};

/** Unlike `Number`, not 0 for an empty text. */
const parseNumber = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
