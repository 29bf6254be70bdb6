import type { ServiceStatus } from '@crewboard/contracts';

export type ServiceState =
  | { kind: 'ready' | 'not-ready'; status: ServiceStatus }
  /** The web server cannot reach the API. */
  | { kind: 'unreachable' }
  /** The API responds, but not with a status. */
  | { kind: 'failing' }
  /** The page cannot reach the web server. */
  | { kind: 'disconnected' };

interface StatusQuery {
  data: ServiceStatus | undefined;
  error: { data?: { code?: string } | null } | null;
}

export function serviceState({ data, error }: StatusQuery): ServiceState {
  if (error) return stateAfterError(error.data?.code);
  // The server prefetches the status: no data means that it got no response.
  if (!data) return { kind: 'unreachable' };
  return { kind: data.ready ? 'ready' : 'not-ready', status: data };
}

function stateAfterError(code: string | undefined): ServiceState {
  // A response without a code is neither from the API nor from this server: the connection broke.
  if (!code) return { kind: 'disconnected' };
  return { kind: code === 'SERVICE_UNAVAILABLE' ? 'unreachable' : 'failing' };
}
