/** The counts of an attack by label. */
export type Counts = Record<string, number>;

export class Tally {
  readonly counts: Counts = {};

  add(label: string, count = 1): void {
    this.counts[label] = (this.counts[label] ?? 0) + count;
  }

  /** Keeps the largest value. */
  max(label: string, value: number): void {
    this.counts[label] = Math.max(this.counts[label] ?? 0, value);
  }
}

/** The sum of these counts. */
export const countOf = (counts: Counts, ...labels: string[]): number =>
  labels.reduce((sum, label) => sum + (counts[label] ?? 0), 0);

/** Whether something was counted under this label, and at most `max`. */
export const isCountedUpTo = (counts: Counts, label: string, max: number): boolean =>
  countOf(counts, label) > 0 && countOf(counts, label) <= max;

/** The number of responses with a status of this class: 2 for 2xx. */
export const countOfClass = (counts: Counts, hundred: number): number =>
  Object.entries(counts)
    .filter(([label]) => /^\d{3}$/.test(label) && Math.floor(Number(label) / 100) === hundred)
    .reduce((sum, [, count]) => sum + count, 0);
