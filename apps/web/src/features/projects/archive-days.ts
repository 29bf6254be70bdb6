import { maxArchiveDays } from '@crewboard/contracts';
import { formatNumber } from '#lib/format/format-number.ts';

/** What the API gets; null for no days. */
export const toArchiveDays = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** Why the days are invalid; null when they are valid. */
export function checkArchiveDays(text: string): string | null {
  const days = toArchiveDays(text);
  const isValid = days === null || (Number.isInteger(days) && days >= 1 && days <= maxArchiveDays);
  return isValid ? null : `Enter a whole number of days from 1 to ${formatNumber(maxArchiveDays)}.`;
}
