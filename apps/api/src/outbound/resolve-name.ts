import { lookup, Resolver } from 'node:dns/promises';
import pLimit from 'p-limit';
import { listedAddresses } from './hosts-file.ts';

export class NameNotResolved extends Error {}

/** A hung getaddrinfo occupies one of the four threads that files, zlib and others share: at most two. */
const systemSlots = pLimit(2);

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
  const addresses = await Promise.race([timedOut, askServers(name, dnsServers, timeout)]);
  if (addresses.length === 0) throw new NameNotResolved();
  return addresses;
}

/** Each lookup has its own resolver, which reads the current configuration of the system and costs little. */
async function askServers(
  name: string,
  dnsServers: string[] | undefined,
  timeout: AbortSignal,
): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  if (dnsServers) resolver.setServers(dnsServers);
  const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (addresses.length > 0 || dnsServers) return addresses;
  // Read the hosts file here: lookups of getaddrinfo that a hostile name server hangs take both places, and a name of that
  // file would have to wait for them.
  const listed = await listedAddresses(name);
  if (listed.length > 0 || !results.every(hasNoAnswer)) return listed;
  return systemSlots(() => (timeout.aborted ? [] : askSystem(name)));
}

/** No server had an answer: another source of names, or a search domain, may have one. */
const hasNoAnswer = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' && unknownCodes.has(result.reason.code);
const unknownCodes = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'ESERVFAIL', 'EREFUSED', 'ENOTIMP']);

/** Also uses search domains and the other sources of names that the system has. */
const askSystem = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true, order: 'ipv4first' }).catch(() => [])).map(({ address }) => address);
