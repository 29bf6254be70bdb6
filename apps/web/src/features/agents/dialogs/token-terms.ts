import { expiryTerms, isWarnedOf } from '#domain/expiry/expiry.ts';

type Unit = 'day' | 'hour' | 'minute';
const secondsOf: Record<Unit, number> = { day: 86_400, hour: 3_600, minute: 60 };
/** Until the first message of the service, a page adds lifetimes to the clock of the browser. */
const maxClockDifferenceSeconds = secondsOf.hour;

/** "45 days", "36 hours". */
function spell(seconds: number): string {
  const unit = seconds < secondsOf.hour ? 'minute' : seconds < 3 * secondsOf.day ? 'hour' : 'day';
  const count = Math.max(1, Math.round(seconds / secondsOf[unit]));
  return count.toLocaleString('en-US', { style: 'unit', unit, unitDisplay: 'long' });
}

/** The term after which a token expires that is valid as long as one with this lifetime; null is for ever. */
export function termOf(lifetimeSeconds: number | null): string {
  if (lifetimeSeconds === null) return 'never';
  const isTerm = (days: number) =>
    Math.abs(days * secondsOf.day - lifetimeSeconds) < maxClockDifferenceSeconds;
  const term = expiryTerms.find(({ value }) => isTerm(Number(value)));
  return term?.value ?? String(lifetimeSeconds / secondsOf.day);
}

/** A term of days, in words: "5 days". */
export const spellTerm = (days: string): string => spell(Number(days) * secondsOf.day);

/** The terms that a person may choose from: also that of the last token. */
export function termsBeside(lifetimeSeconds: number | null): typeof expiryTerms {
  const value = termOf(lifetimeSeconds);
  if (lifetimeSeconds === null || expiryTerms.some((term) => term.value === value)) return expiryTerms;
  return [...expiryTerms, { value, label: `In ${spell(lifetimeSeconds)}` }];
}

/**
 * The term that is chosen at first for the successor of a token: that of the last one, unless its whole lifetime is in the time of
 * the warnings, so that the next one would have to be rotated at once again.
 */
export function firstTermOf(lifetimeSeconds: number | null): string {
  if (lifetimeSeconds === null || !isWarnedOf(lifetimeSeconds)) return termOf(lifetimeSeconds);
  const term = expiryTerms.find(
    ({ value }) => value !== 'never' && !isWarnedOf(Number(value) * secondsOf.day),
  );
  return term?.value ?? 'never';
}
