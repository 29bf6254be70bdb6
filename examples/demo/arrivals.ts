/** What came to the receiver of the demo, and what is to be said about it. */
export interface Arrivals {
  deliveries: Delivery[];
  /** Requests that did not verify. */
  rejected: number;
}

/** A delivery that verified. */
export interface Delivery {
  /** The same each time when it comes more than once. */
  id: string;
  taskId: string;
  /** From the completion, by the clock of the service, to the arrival, in ms. */
  delay: number;
}

/** Of deliveries that came more than once the first counts. */
export function firstArrivals({ deliveries }: Arrivals): Delivery[] {
  return [...new Map(deliveries.toReversed().map((delivery) => [delivery.id, delivery])).values()];
}

/** The smallest delay that so large a part of the deliveries did not exceed. */
export function delayOf(deliveries: Delivery[], part: number): number {
  const delays = deliveries.map(({ delay }) => delay).sort((a, b) => a - b);
  return delays[Math.max(0, Math.ceil(delays.length * part) - 1)] ?? 0;
}
