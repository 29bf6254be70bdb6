import type { ServiceStatus } from '@crewboard/contracts';

export type ServiceState =
  | { kind: 'ready' | 'not-ready'; status: ServiceStatus }
  /** The API does not answer the web server. */
  | { kind: 'unreachable' }
  /** The API answers, but not with a status. */
  | { kind: 'failing' }
  /** The web server does not answer this page. */
  | { kind: 'disconnected' };

interface StatusQuery {
  data: ServiceStatus | undefined;
  error: { data?: { code?: string } | null } | null;
}

export function serviceState({ data, error }: StatusQuery): ServiceState {
  if (error) return stateAfterError(error.data?.code);
  // The server asks before it renders: no data means that it got no answer.
  if (!data) return { kind: 'unreachable' };
  return { kind: data.ready ? 'ready' : 'not-ready', status: data };
}

function stateAfterError(code: string | undefined): ServiceState {
  // An answer without a code is not from the API or this server's route: the connection broke on the way.
  if (!code) return { kind: 'disconnected' };
  return { kind: code === 'SERVICE_UNAVAILABLE' ? 'unreachable' : 'failing' };
}
