/** The length of `2026-01-31 09:30:00+00`, and where its fraction begins if it has one. */
const secondsLength = 19;

/**
 * A time as PostgreSQL writes it (ISO, UTC) as JSON has it: `2026-01-31 09:30:00.5+00` becomes
 * `2026-01-31T09:30:00.500Z`. Rearranges the text: a Date in between takes 20 times as long, and a list of 50 tasks
 * has 200 of them.
 */
export function toJsonTime(text: string): string {
  const isUsual = text[10] === ' ' && text.endsWith('+00');
  if (!isUsual) return new Date(text).toISOString();
  const fraction = text
    .slice(secondsLength + 1, -3)
    .slice(0, 3)
    .padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, secondsLength)}.${fraction}Z`;
}
