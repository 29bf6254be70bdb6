import { build } from '@crewboard/build-info';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Route } from './route-of.ts';

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export type ApiCallOutcome = 'succeeded' | 'rejected' | 'failed' | 'unreachable' | 'aborted';

/**
 * The metrics of a web server, only if METRICS_TOKEN is set. Labels have values of a closed list, which bounds the
 * memory.
 */
export class WebMetrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'crewboard_web_requests_total',
    help: 'Responses of the web server, by route and status; the status is "closed" if the client left before.',
    labelNames: ['route', 'status'],
    registers: [this.#registry],
  });
  readonly #durations = new Histogram({
    name: 'crewboard_web_request_duration_seconds',
    help: 'Time from the arrival of a request at the web server until its response was sent, excluding streams.',
    labelNames: ['route'],
    buckets: durationBuckets,
    registers: [this.#registry],
  });
  readonly #inFlight = new Gauge({
    name: 'crewboard_web_requests_in_flight',
    help: 'Requests at the web server without a complete response, open streams included.',
    registers: [this.#registry],
  });
  readonly #apiCalls = new Counter({
    name: 'crewboard_web_api_calls_total',
    help: 'Calls of the web server to the API: succeeded, rejected (4xx), failed (5xx), unreachable, or aborted by the client.',
    labelNames: ['outcome'],
    registers: [this.#registry],
  });
  readonly #apiDurations = new Histogram({
    name: 'crewboard_web_api_call_duration_seconds',
    help: 'Time from a call of the web server to the API until the head of the response, or the failure.',
    buckets: durationBuckets,
    registers: [this.#registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
    new Gauge({
      name: 'crewboard_build_info',
      help: 'Always 1, with the version and the commit of this process.',
      labelNames: ['version', 'commit'],
      registers: [this.#registry],
    }).set({ version: build.version, commit: build.commit ?? 'unknown' }, 1);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  render(): Promise<string> {
    return this.#registry.metrics();
  }

  beginRequest(): void {
    this.#inFlight.inc();
  }

  endRequest(route: Route, status: number | 'closed', seconds: number): void {
    this.#inFlight.dec();
    this.#requests.inc({ route, status });
    if (route !== 'stream' && status !== 'closed') this.#durations.observe({ route }, seconds);
  }

  countApiCall(outcome: ApiCallOutcome, seconds: number): void {
    this.#apiCalls.inc({ outcome });
    if (outcome !== 'aborted') this.#apiDurations.observe(seconds);
  }
}
