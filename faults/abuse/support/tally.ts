/** What an attack counts, by label. */
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

/** How often one of these was counted. */
export const countOf = (counts: Counts, ...labels: string[]): number =>
  labels.reduce((sum, label) => sum + (counts[label] ?? 0), 0);

/** How many responses had a status of this hundred: 2 for 2xx. */
export const countOfClass = (counts: Counts, hundred: number): number =>
  Object.entries(counts)
    .filter(([label]) => /^\d{3}$/.test(label) && Math.floor(Number(label) / 100) === hundred)
    .reduce((sum, [, count]) => sum + count, 0);
