/** The requests that the receiver of the demo got. */
export interface Arrivals {
  deliveries: Delivery[];
  /** Requests whose signature was not valid. */
  rejected: number;
}

/** A delivery with a valid signature. */
export interface Delivery {
  /** The value of `webhook-id`: the same for each attempt of a delivery. */
  id: string;
  taskId: string;
  /** From the completion (clock of the service) to the arrival (clock of the receiver), in ms. */
  delay: number;
}

/** One arrival for each delivery: the first. */
export function firstArrivals({ deliveries }: Arrivals): Delivery[] {
  return [...new Map(deliveries.toReversed().map((delivery) => [delivery.id, delivery])).values()];
}

/** The percentile of the delays, in ms; `part` is 0.95 for p95. */
export function delayOf(deliveries: Delivery[], part: number): number {
  const delays = deliveries.map(({ delay }) => delay).sort((a, b) => a - b);
  return delays[Math.max(0, Math.ceil(delays.length * part) - 1)] ?? 0;
}
