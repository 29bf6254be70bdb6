import { attemptLimit } from '@crewboard/contracts';

/** The limit as a person edits it; the number is kept while there is none. */
export interface AttemptLimit {
  text: string;
  isUnlimited: boolean;
}

/** What the API gets; null: no limit. */
export const toMaxAttempts = ({ text, isUnlimited }: AttemptLimit): number | null =>
  isUnlimited ? null : text.trim() === '' ? Number.NaN : Number(text);

/** Why the limit is invalid; null when it is valid. */
export function checkAttemptLimit(limit: AttemptLimit): string | null {
  const attempts = toMaxAttempts(limit);
  const { min, max, message } = attemptLimit;
  const isValid = attempts === null || (Number.isInteger(attempts) && attempts >= min && attempts <= max);
  return isValid ? null : `The number ${message}.`;
}
