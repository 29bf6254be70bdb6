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
  /** From the completion (clock of the service) to the arrival (clock of the receiver). */
  delayMs: number;
}

/** The first arrival of each delivery: the service may send a delivery more than once. */
export function firstArrivals({ deliveries }: Arrivals): Delivery[] {
  return [...new Map(deliveries.toReversed().map((delivery) => [delivery.id, delivery])).values()];
}

/** A percentile of the delays, in ms. `quantile` is 0.95 for p95. */
export function delayPercentile(deliveries: Delivery[], quantile: number): number {
  const delays = deliveries.map(({ delayMs }) => delayMs).sort((a, b) => a - b);
  return delays[Math.max(0, Math.ceil(delays.length * quantile) - 1)] ?? 0;
}
