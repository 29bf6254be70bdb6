import { expiresAt, expiryTerms, isShortLived } from '#domain/expiry/expiry.ts';
import { serviceNow } from '#lib/time/service-clock.ts';

// A term is the choice of a person: "never", or the days after which a token expires, as text.

type Unit = 'day' | 'hour' | 'minute';
const secondsOf: Record<Unit, number> = { day: 86_400, hour: 3_600, minute: 60 };
/** Lifetimes may differ from their terms by this: a page without the time of the service uses the browser's clock. */
const maxClockDifferenceSeconds = secondsOf.hour;

/** When a token expires that is created now; null is never. */
export const expiryOfTerm = (term: string): string | null =>
  expiresAt({ choice: term }, new Date(serviceNow()));

/** The term of a token with this lifetime; null is a token that never expires. */
export function termOf(lifetimeSeconds: number | null): string {
  if (lifetimeSeconds === null) return 'never';
  const isTerm = (days: number) =>
    Math.abs(days * secondsOf.day - lifetimeSeconds) < maxClockDifferenceSeconds;
  const term = expiryTerms.find(({ value }) => isTerm(Number(value)));
  return term?.value ?? String(lifetimeSeconds / secondsOf.day);
}

/** "45 days", "36 hours". */
export const termInWords = (days: string): string => spellSeconds(Number(days) * secondsOf.day);

function spellSeconds(seconds: number): string {
  const unit = seconds < secondsOf.hour ? 'minute' : seconds < 3 * secondsOf.day ? 'hour' : 'day';
  const count = Math.max(1, Math.round(seconds / secondsOf[unit]));
  return count.toLocaleString('en-US', { style: 'unit', unit, unitDisplay: 'long' });
}

/** The terms to choose from. They include the term of the last token. */
export function termOptions(lastLifetimeSeconds: number | null): typeof expiryTerms {
  const value = termOf(lastLifetimeSeconds);
  if (lastLifetimeSeconds === null || expiryTerms.some((term) => term.value === value)) return expiryTerms;
  return [...expiryTerms, { value, label: `In ${spellSeconds(lastLifetimeSeconds)}` }];
}

/**
 * The term that is selected at first for the next token: that of the last token. If warnings would cover the whole
 * lifetime of such a token, people would have to rotate it again at once: then the shortest term with time before them.
 */
export function defaultTerm(lastLifetimeSeconds: number | null): string {
  if (lastLifetimeSeconds === null || !isShortLived(lastLifetimeSeconds)) return termOf(lastLifetimeSeconds);
  const term = expiryTerms.find(
    ({ value }) => value !== 'never' && !isShortLived(Number(value) * secondsOf.day),
  );
  return term?.value ?? 'never';
}
