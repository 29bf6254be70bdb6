import { subscribe } from 'node:diagnostics_channel';
import type { ApiCallOutcome, WebMetrics } from './web-metrics.ts';

/** The parts of the messages of undici, which is Node's fetch, that are used here. */
interface Call {
  origin: string;
  path: string;
  method: string;
}
interface Responded {
  request: Call;
  response: { statusCode: number; headers: Buffer[] };
}

/** Not observed: `Readiness` calls it all the time. */
const healthPath = '/livez';

/**
 * Measures each call of this process to the API until the head of the response. Logs failed calls with the request id
 * under which the API logs them.
 */
export function observeApiCalls(apiUrl: string, metrics: WebMetrics | undefined): void {
  const { origin } = new URL(apiUrl);
  const startedAt = new WeakMap<Call, number>();

  const end = (request: Call, outcome: ApiCallOutcome, details: object) => {
    const start = startedAt.get(request);
    if (start === undefined) return;
    startedAt.delete(request);
    const ms = performance.now() - start;
    metrics?.countApiCall(outcome, ms / 1_000);
    if (outcome !== 'failed' && outcome !== 'unreachable') return;
    const path = request.path.split('?', 1)[0]?.slice(0, 200);
    console.error(
      { ...details, method: request.method, path, ms: Math.round(ms) },
      'a call to the API failed',
    );
  };

  subscribe('undici:request:create', (message) => {
    const { request } = message as { request: Call };
    if (request.origin !== origin || request.path.endsWith(healthPath)) return;
    startedAt.set(request, performance.now());
  });
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as Responded;
    const { statusCode: status } = response;
    if (status >= 500) end(request, 'failed', { reqId: requestIdOf(response), status });
    else end(request, status >= 400 ? 'rejected' : 'succeeded', {});
  });
  subscribe('undici:request:error', (message) => {
    const { request, error } = message as { request: Call; error: Error };
    end(request, error.name === 'AbortError' ? 'aborted' : 'unreachable', { reason: error.message });
  });
}

/** The request id in the headers, a list in which names and values alternate. */
function requestIdOf({ headers }: Responded['response']): string | undefined {
  const at = headers.findIndex((part, i) => i % 2 === 0 && String(part).toLowerCase() === 'x-request-id');
  return at < 0 ? undefined : headers[at + 1]?.toString();
}
