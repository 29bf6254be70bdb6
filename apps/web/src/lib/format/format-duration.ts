const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time span in its largest unit, rounded down: "42 s", "4 min", "2 h", "3 d". */
export function formatDuration(seconds: number): string {
  if (seconds < MINUTE) return `${Math.floor(seconds)} s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} h`;
  return `${Math.floor(seconds / DAY)} d`;
}

const spans = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
] as const;

/** A time span in its largest unit, rounded down, in words: "3 days", "1 hour", "less than a minute". */
export function durationInWords(seconds: number): string {
  const [unit, name] = spans.find(([unit]) => seconds >= unit) ?? [];
  if (!unit) return 'less than a minute';
  const count = Math.floor(seconds / unit);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
