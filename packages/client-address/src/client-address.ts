import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import { UNKNOWN_ADDRESS } from './address-key.ts';
import type { TrustProxy } from './trust-proxy.ts';

/** The peer address of the socket, and the header X-Forwarded-For. */
type Forwarding = { remoteAddress: string | undefined; forwardedFor: string | undefined };

/**
 * The address of the client: the nearest address that is not a trusted proxy. Uses the library of Fastify's
 * `request.ip`, so that the web server and the API agree. "unknown" if the socket has closed or a trusted proxy
 * forwards no address.
 */
export function clientAddress({ remoteAddress, forwardedFor }: Forwarding, trust: TrustProxy): string {
  const request = { headers: { 'x-forwarded-for': forwardedFor }, socket: { remoteAddress } };
  const address: string | undefined = proxyAddress(request as unknown as IncomingMessage, trust);
  return address !== undefined && isIP(address) !== 0 ? address : UNKNOWN_ADDRESS;
}
