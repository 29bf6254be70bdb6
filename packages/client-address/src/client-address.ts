import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import { UNKNOWN_ADDRESS } from './address-key.ts';
import type { TrustProxy } from './trust-proxy.ts';

/** The source of a request: the peer of the socket, and the header X-Forwarded-For. */
export type Forwarding = { remoteAddress: string | undefined; forwardedFor: string | undefined };

/**
 * The address of the client, decided by the same library as Fastify's `request.ip`: the nearest address that is not a
 * trusted proxy. "unknown" when the socket has closed or a trusted proxy forwards text that is no address.
 */
export function clientAddress({ remoteAddress, forwardedFor }: Forwarding, trust: TrustProxy): string {
  const request = { headers: { 'x-forwarded-for': forwardedFor }, socket: { remoteAddress } };
  const address: string | undefined = proxyAddress(request as unknown as IncomingMessage, trust);
  return address !== undefined && isIP(address) !== 0 ? address : UNKNOWN_ADDRESS;
}
