import { lookup, Resolver } from 'node:dns/promises';
import pLimit from 'p-limit';
import { listedAddresses } from './hosts-file.ts';

export class NameNotResolved extends Error {}

/** A hung getaddrinfo occupies one of the four threads that files, zlib and others share: at most two. */
const systemLookups = pLimit(2);

/** These names mean this machine and are never looked up (RFC 6761, section 6.3). */
export const isLocalhost = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

/** The IP addresses of a name, IPv4 first. Throws NameNotResolved when there are none in time. */
export async function resolveName(
  name: string,
  { dnsServers, timeoutMs }: { dnsServers?: string[]; timeoutMs: number },
): Promise<string[]> {
  if (isLocalhost(name)) return ['127.0.0.1', '::1'];
  const timeout = AbortSignal.timeout(timeoutMs);
  const timedOut = new Promise<never>((_resolve, reject) => {
    timeout.addEventListener('abort', () => reject(new NameNotResolved()));
  });
  const addresses = await Promise.race([timedOut, lookUp(name, dnsServers, timeout)]);
  if (addresses.length === 0) throw new NameNotResolved();
  return addresses;
}

/** Each lookup has its own resolver, which reads the current configuration of the system and costs little. */
async function lookUp(
  name: string,
  dnsServers: string[] | undefined,
  timeout: AbortSignal,
): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  if (dnsServers) resolver.setServers(dnsServers);
  const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (addresses.length > 0 || dnsServers) return addresses;
  // Not by getaddrinfo: a hostile name server can hang its lookups, and these would wait behind them.
  const listed = await listedAddresses(name);
  if (listed.length > 0 || !results.every(isUnknown)) return listed;
  return systemLookups(() => (timeout.aborted ? [] : lookUpInSystem(name)));
}

/** The server has no such name, or there is no server, or it has none to forward to, as in Docker without a network. */
const isUnknown = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' && unknownCodes.has(result.reason.code);
const unknownCodes = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'ESERVFAIL', 'EREFUSED', 'ENOTIMP']);

/** Also uses search domains and the other sources of names that the system has. */
const lookUpInSystem = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true }).catch(() => [])).map(({ address }) => address);
