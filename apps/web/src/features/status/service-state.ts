import type { ServiceStatus } from '@crewboard/contracts';

/** What the status page knows of the service, by its last request. */
export type ServiceState =
  | { kind: 'ready' | 'not-ready'; status: ServiceStatus }
  /** The web server cannot reach the API. */
  | { kind: 'unreachable' }
  /** The API or the web server rejects the request, because it has too many. */
  | { kind: 'busy' }
  /** The API responds, but not with a status. */
  | { kind: 'failing' }
  /** The page cannot reach the web server. */
  | { kind: 'disconnected' };

/** What an error says of itself; nothing if the response is neither from the API nor from the web server. */
interface ErrorData {
  code?: string;
  /** Absent where the web server has no response of the API. */
  problem?: { code: string };
}

/** The result of the query for the status, as far as it matters here. */
interface StatusQuery {
  data: ServiceStatus | undefined;
  error: { data?: ErrorData | null } | null;
}

const BUSY_CODES = ['UNAVAILABLE', 'RATE_LIMITED'];

/** Returns the state after the last request. An error outweighs an earlier response, which `data` still has. */
export function serviceState({ data, error }: StatusQuery): ServiceState {
  if (error) return stateAfterError(error.data ?? {});
  // The server prefetches the status: no data means that it got no response.
  if (!data) return { kind: 'unreachable' };
  return { kind: data.ready ? 'ready' : 'not-ready', status: data };
}

function stateAfterError({ code, problem }: ErrorData): ServiceState {
  // The connection broke.
  if (!code) return { kind: 'disconnected' };
  if (problem && BUSY_CODES.includes(problem.code)) return { kind: 'busy' };
  return { kind: code === 'SERVICE_UNAVAILABLE' ? 'unreachable' : 'failing' };
}
