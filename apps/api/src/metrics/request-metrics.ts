import { Counter, Histogram, type Registry } from 'prom-client';

const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** An operation of a transport, always as the same object: its labels are looked up by it. */
type Called = { readonly transport: string; readonly operation: string };

type Observation = { status: number; errorCode: string | null; seconds: number | undefined };

/** The labels of one operation, and those of its responses by status and error code. */
type Series = { duration: Called; responses: Map<string | number, Record<string, string | number>> };

/** Counts responses and their durations. Label objects are made once and then looked up, because this is a hot path. */
export class RequestMetrics {
  readonly #series = new Map<Called, Series>();
  readonly #responses: Counter;
  readonly #durations: Histogram;

  constructor(registry: Registry) {
    this.#responses = new Counter({
      name: 'crewboard_http_requests_total',
      help: 'Responses sent, by operation, status and error code.',
      labelNames: ['transport', 'operation', 'status', 'code'],
      registers: [registry],
    });
    this.#durations = new Histogram({
      name: 'crewboard_http_request_duration_seconds',
      help: 'Time from the arrival of a request until its response was sent, excluding streams and waits for tasks.',
      labelNames: ['transport', 'operation'],
      buckets: durationBuckets,
      registers: [registry],
    });
  }

  /** Counts a response. `seconds` is undefined for streams and waits, whose duration says nothing about the service. */
  observe(called: Called, { status, errorCode, seconds }: Observation): void {
    const series = this.#seriesOf(called);
    const key = errorCode === null ? status : `${status} ${errorCode}`;
    let labels = series.responses.get(key);
    if (!labels) {
      const { transport, operation } = called;
      labels = { transport, operation, status, code: errorCode ?? '' };
      series.responses.set(key, labels);
    }
    this.#responses.inc(labels);
    if (seconds !== undefined) this.#durations.observe(series.duration, seconds);
  }

  #seriesOf(called: Called): Series {
    let series = this.#series.get(called);
    if (!series) {
      const { transport, operation } = called;
      series = { duration: { transport, operation }, responses: new Map() };
      this.#series.set(called, series);
    }
    return series;
  }
}
