import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { clientAddress, type TrustProxy } from '@crewboard/client-address';

const HEADER = 'x-forwarded-for';

/**
 * Replaces X-Forwarded-For of each request by the one address that `trust` makes of it, because Next shows handlers
 * the headers but not the socket. Without a trusted proxy that is the socket's address.
 */
export function resolveClientAddress(trust: TrustProxy): void {
  subscribe('http.server.request.start', (message) => {
    const { headers, socket } = (message as { request: IncomingMessage }).request;
    const header = headers[HEADER];
    const forwardedFor = Array.isArray(header) ? header.join(',') : header;
    headers[HEADER] = clientAddress({ remoteAddress: socket.remoteAddress, forwardedFor }, trust);
  });
}
