import type { Event } from '@crewboard/contracts';

/** More than can come while an answer is on its way. */
const MOST_REMEMBERED = 1_000;

/** The last events that this page has heard, in the order of the log. */
export class LiveLog {
  #events: Event[] = [];

  get events(): readonly Event[] {
    return this.#events;
  }

  remember(events: Event[]): void {
    this.#events = [...this.#events, ...events].slice(-MOST_REMEMBERED);
  }

  forget(): void {
    this.#events = [];
  }
}
