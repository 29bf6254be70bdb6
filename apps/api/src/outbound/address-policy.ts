import { type AllowList, allows, type Destination } from './allow-list.ts';
import { type IpAddress, isWithin, type Network, readAddress, readNetwork } from './ip-address.ts';

const networks = (...texts: string[]) =>
  texts.map((text) => {
    const network = readNetwork(text);
    if (!network) throw new Error(`"${text}" is not a network`);
    return network;
  });

/**
 * IPv4 addresses that are not on the public internet. Most are special-purpose addresses that are not globally
 * reachable (IANA registry, RFC 6890).
 */
const specialIpv4 = networks(
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by customers of a provider
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // the host of a virtual machine at Azure
  '169.254.0.0/16', // link-local, the metadata of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocols
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
);

/** The allocated global unicast range of IANA; ipaddr.js calls other addresses "unicast" as well. */
const globalIpv6 = networks('2000::/3');
const specialIpv6 = networks(
  '2001::/23', // protocols: Teredo, ORCHID, benchmarks
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which contains an IPv4 address
  '3fff::/20', // documentation
);

/** Whether the text is an IP address on the public internet, to which every team may connect. */
export function isPublicAddress(address: string): boolean {
  const ip = readAddress(address);
  return ip !== undefined && isPublic(ip);
}

function isPublic(ip: IpAddress): boolean {
  const isIn = (network: Network) => isWithin(ip, network);
  if (ip.kind() === 'ipv4') return ip.range() === 'unicast' && !specialIpv4.some(isIn);
  if (!globalIpv6.some(isIn) || specialIpv6.some(isIn)) return false;
  const tunnelled = isatapTarget(ip);
  return ip.range() === 'unicast' && (tunnelled === undefined || isPublicAddress(tunnelled));
}

/** The IPv4 address in an ISATAP address: an IPv6 address that ends with 0000:5efe or 0200:5efe and an IPv4 address. */
function isatapTarget(ip: IpAddress): string | undefined {
  const bytes = ip.toByteArray();
  const [first, ...rest] = bytes.slice(8, 12);
  const isIsatap = (first === 0 || first === 2) && rest.join() === '0,94,254';
  return isIsatap ? bytes.slice(12).join('.') : undefined;
}

/** Whether a connection for this destination may go to `address`: it is public, or a rule allows it. */
export function isAllowed(address: string, destination: Destination, allow: AllowList): boolean {
  return isPublicAddress(address) || allow.some((rule) => allows(rule, address, destination));
}
