import type { Clock } from '../clients/record-calls.ts';

/** When nobody could end a lease: PostgreSQL was down, or all processes of the API were. */
export class Outages {
  readonly #clock: Clock;
  readonly #past: { from: number; to: number }[] = [];
  #since: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set(isDown: boolean): void {
    if (isDown) this.#since ??= this.#clock();
    else if (this.#since !== undefined) {
      this.#past.push({ from: this.#since, to: this.#clock() });
      this.#since = undefined;
    }
  }

  /** Whether an outage has a part of this time. */
  touches(from: number, to: number): boolean {
    return this.#past.some((outage) => outage.from < to && outage.to > from);
  }
}
