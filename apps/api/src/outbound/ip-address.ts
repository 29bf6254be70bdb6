import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;
export type Network = readonly [IpAddress, number];

/** Reads an IP address; undefined for other texts, and with a zone id (fe80::1%eth0), which names a local interface. */
export function readAddress(text: string): IpAddress | undefined {
  if (isIP(text) === 4) return ipaddr.IPv4.parse(text);
  if (isIP(text) === 0 || text.includes('%')) return undefined;
  // ipaddr.js reads ::127.0.0.1 as ::ffff:127.0.0.1; URL writes it as ::7f00:1 first.
  return ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1));
}

/** Reads "10.0.0.0/8", or an address as the network of this one address. */
export function readNetwork(text: string): Network | undefined {
  const [start = '', prefix, ...rest] = text.split('/');
  const address = readAddress(start);
  if (!address || rest.length > 0) return undefined;
  const length = address.kind() === 'ipv4' ? 32 : 128;
  if (prefix === undefined) return [address, length];
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= length ? [address, Number(prefix)] : undefined;
}

/** "10.0.0.0/8" or "[fd00::]/8": the canonical text of a network, with the bits behind its prefix set to 0. */
export function writeNetwork([start, length]: Network): string {
  const cidr = `${start.toString()}/${length}`;
  if (start.kind() === 'ipv4') return `${ipaddr.IPv4.networkAddressFromCIDR(cidr)}/${length}`;
  return `[${ipaddr.IPv6.networkAddressFromCIDR(cidr)}]/${length}`;
}

/** An IPv4 network contains no IPv6 addresses, not even IPv4-mapped ones. */
export const isWithin = (address: IpAddress, [start, length]: Network): boolean =>
  address.kind() === start.kind() && address.match(start, length);
