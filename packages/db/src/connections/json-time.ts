/** The length of `2026-01-31 09:30:00`, after which a fraction or the offset follows. */
const secondsLength = 19;

/**
 * Converts a time from the text of PostgreSQL to that of JSON: `2026-01-31 09:30:00.5+00` becomes
 * `2026-01-31T09:30:00.500Z`. Cuts off digits beyond milliseconds. Rearranges the text, because a Date would take 20
 * times as long, and a list of 50 tasks has 200 times.
 */
export function toJsonTime(text: string): string {
  const isPlainUtc = text[10] === ' ' && text.endsWith('+00');
  if (!isPlainUtc) return new Date(text).toISOString();
  const fraction = text
    .slice(secondsLength + 1, -3)
    .slice(0, 3)
    .padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, secondsLength)}.${fraction}Z`;
}
