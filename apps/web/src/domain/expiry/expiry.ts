import { expiryWarningDays } from '@crewboard/contracts';

/** The terms to choose from. Their values are days from now, or "never". */
export const expiryTerms = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
];

export const expiryOptions = [...expiryTerms, { value: 'date', label: 'On a date' }];

const DAY_MS = 24 * 60 * 60 * 1000;
const noticeMs = Math.max(...expiryWarningDays) * DAY_MS;

export type ExpiryState = 'later' | 'soon' | 'expired';

/** The state of a token or key; `soon` from the first warning on. `now` is in milliseconds. */
export function expiryState(time: string, now: number): ExpiryState {
  const leftMs = Date.parse(time) - now;
  if (leftMs <= 0) return 'expired';
  return leftMs <= noticeMs ? 'soon' : 'later';
}

/** Whether the lifetime of a token or key is so short that its state is `soon` from its creation on. */
export const isShortLived = (lifetimeSeconds: number): boolean => lifetimeSeconds * 1_000 <= noticeMs;

/** Whether a page shows a notice: from the first warning on until equally long after the end. */
export const hasExpiryNotice = (time: string | null, now: number): boolean =>
  time !== null && Math.abs(Date.parse(time) - now) <= noticeMs;

/** "expires in 3 days", "expires within a day", "has expired". */
export function describeExpiry(time: string, now: number): string {
  const days = Math.ceil((Date.parse(time) - now) / DAY_MS);
  return days <= 0 ? 'has expired' : describeDaysLeft(days);
}

export const describeDaysLeft = (days: number): string =>
  days === 1 ? 'expires within a day' : `expires in ${days} days`;

/** The time at which a new token or key expires; null: never. A date includes the whole day in the local time zone. */
export function expiresAt(
  { choice, date = '' }: { choice: string; date?: string },
  now: Date,
): string | null {
  if (choice === 'never') return null;
  if (choice !== 'date') return new Date(now.getTime() + Number(choice) * DAY_MS).toISOString();
  return new Date(`${date}T23:59:59.999`).toISOString();
}

/** Why the value of the date field is invalid; null if it is valid. */
export function checkDate(date: string, now: Date): string | null {
  const end = new Date(`${date}T23:59:59.999`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(end.getTime())) return 'Enter a date.';
  return end <= now ? 'The date must not be in the past.' : null;
}
