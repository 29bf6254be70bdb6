import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { type Network, readNetwork } from './ip-address.ts';

/** What the operator allows besides public addresses. */
export type AllowList = { hosts: ReadonlySet<string>; networks: readonly Network[] };

/**
 * Reads "receiver.internal, 10.0.0.0/8, ::1": host names, addresses and networks, separated by commas.
 * Throws an error that names the wrong entry. An empty text allows nothing.
 */
export function readAllowList(text: string): AllowList {
  const hosts = new Set<string>();
  const networks: Network[] = [];
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue;
    const network = readNetwork(entry);
    const host = network ? undefined : readHostName(entry);
    if (network) networks.push(network);
    else if (host) hosts.add(host);
    else throw new Error(`"${entry}" is neither a host name nor an IP address nor a network like 10.0.0.0/8`);
  }
  return { hosts, networks };
}

/** Names with a port, a path or a wildcard are none, nor are addresses written in other ways (127.1). */
function readHostName(entry: string): string | undefined {
  const ascii = /[/\\?#%@:]/.test(entry) ? '' : domainToASCII(entry).replace(/\.$/, '');
  const isName = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(ascii) && isIP(ascii) === 0;
  return isName ? ascii : undefined;
}
