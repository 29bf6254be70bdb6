import type { ServiceStatus } from '@crewboard/contracts';

/** What the status page knows of the service, by its last request. */
export type ServiceState =
  | { kind: 'ready' | 'not-ready'; status: ServiceStatus }
  /** The web server cannot reach the API. */
  | { kind: 'unreachable' }
  /** The API responds, but not with a status. */
  | { kind: 'failing' }
  /** The page cannot reach the web server. */
  | { kind: 'disconnected' };

/** The result of the query for the status, as far as it matters here. */
interface StatusQuery {
  data: ServiceStatus | undefined;
  error: { data?: { code?: string } | null } | null;
}

/** Returns the state after the last request. An error outweighs an earlier response, which `data` still has. */
export function serviceState({ data, error }: StatusQuery): ServiceState {
  if (error) return stateAfterError(error.data?.code);
  // The server prefetches the status: no data means that it got no response.
  if (!data) return { kind: 'unreachable' };
  return { kind: data.ready ? 'ready' : 'not-ready', status: data };
}

function stateAfterError(code: string | undefined): ServiceState {
  // A response without a code is neither from the API nor from this server: the connection broke.
  if (!code) return { kind: 'disconnected' };
  // Usually the web server could not reach the API. Both also respond with this code while they are too busy.
  return { kind: code === 'SERVICE_UNAVAILABLE' ? 'unreachable' : 'failing' };
}
