import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The key of all clients whose address is unknown: they share one limit. */
export const UNKNOWN_ADDRESS = 'unknown';

/** Longer than any address with a zone id. */
const maxAddressLength = 64;

/**
 * The key by which limits count a client: an IPv4 address, also if it is written as IPv6 (::ffff:192.0.2.1); the /64 of
 * an IPv6 address, because one subscriber has all addresses of a /64; "unknown" for anything else. At most 24
 * characters.
 */
export function addressKey(address: string): string {
  if (address.length > maxAddressLength || isIP(address) === 0) return UNKNOWN_ADDRESS;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString().split('%')[0]}/64`);
  return `${network.toString()}/64`;
}
