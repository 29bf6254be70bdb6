export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** "1.0 s to 2.5 s": the minimum and the maximum. */
export const range = (values: number[]): string =>
  values.length === 0 ? 'no time' : `${seconds(Math.min(...values))} to ${seconds(Math.max(...values))}`;

/** The time since a moment, as minutes and seconds: "1:05". */
export function formatElapsed(since: number): string {
  const elapsedSeconds = Math.round((Date.now() - since) / 1_000);
  return `${Math.floor(elapsedSeconds / 60)}:${String(elapsedSeconds % 60).padStart(2, '0')}`;
}
