import { lookup, Resolver } from 'node:dns/promises';
import pLimit from 'p-limit';
import { readHostsFile } from './hosts-file.ts';

/** Thrown when a host name has no address, or none in time. */
export class NameNotResolved extends Error {}

/** At most two: a hanging getaddrinfo occupies one of the four threads that files, zlib and others share. */
const systemSlots = pLimit(2);

/** These names mean this machine and are never looked up (RFC 6761, section 6.3). */
export const isLocalhost = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

/** How long a DNS server may take to respond, unless the caller says otherwise. */
export const defaultDnsTimeoutMs = 2_000;

export type NameOptions = {
  /** The system's when absent. */
  dnsServers?: string[] | undefined;
  dnsTimeoutMs?: number | undefined;
  /** For all sources of names together. */
  timeoutMs: number;
};

/** The IP addresses of a name, IPv4 first. Throws NameNotResolved when there are none in time. */
export async function resolveName(name: string, options: NameOptions): Promise<string[]> {
  if (isLocalhost(name)) return ['127.0.0.1', '::1'];
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const timedOut = new Promise<never>((_resolve, reject) => {
    timeout.addEventListener('abort', () => reject(new NameNotResolved()));
  });
  const addresses = await Promise.race([timedOut, queryDnsServers(name, options, timeout)]);
  if (addresses.length === 0) throw new NameNotResolved();
  return addresses;
}

/** Uses a new resolver for each lookup: it costs little, and reads the current configuration of the system. */
async function queryDnsServers(
  name: string,
  { dnsServers, dnsTimeoutMs = defaultDnsTimeoutMs }: NameOptions,
  timeout: AbortSignal,
): Promise<string[]> {
  const resolver = new Resolver({ timeout: dnsTimeoutMs, tries: 1 });
  if (dnsServers) resolver.setServers(dnsServers);
  const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (addresses.length > 0 || dnsServers) return addresses;
  // Read the hosts file without getaddrinfo: a hostile name server can make two lookups hang, and then no name could be
  // resolved through getaddrinfo.
  const listed = await readHostsFile(name);
  if (listed.length > 0 || !results.every(hasNoAnswer)) return listed;
  return systemSlots(() => (timeout.aborted ? [] : lookUpBySystem(name)));
}

/** Whether no server had an answer: another source of names, or a search domain, may have an answer. */
const hasNoAnswer = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' && unknownCodes.has(result.reason.code);
const unknownCodes = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'ESERVFAIL', 'EREFUSED', 'ENOTIMP']);

/** Looks the name up by getaddrinfo, which also uses search domains and other sources of names. */
const lookUpBySystem = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true, order: 'ipv4first' }).catch(() => [])).map(({ address }) => address);
