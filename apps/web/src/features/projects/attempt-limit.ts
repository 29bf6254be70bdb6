import { ProjectPatch } from '@crewboard/contracts';
import { validateField } from '../../lib/validate-field.ts';

/** The limit as a person edits it; the number is kept while there is none. */
export interface AttemptLimit {
  text: string;
  isUnlimited: boolean;
}

/** What the API gets; null: no limit. */
export const toMaxAttempts = ({ text, isUnlimited }: AttemptLimit): number | null =>
  isUnlimited ? null : text.trim() === '' ? Number.NaN : Number(text);

/** Why the limit is invalid; null when it is valid. */
export const checkAttemptLimit = (limit: AttemptLimit): string | null =>
  validateField('The number', ProjectPatch.shape.maxAttempts, toMaxAttempts(limit));
