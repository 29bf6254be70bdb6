import { lookup, Resolver } from 'node:dns/promises';
import pLimit from 'p-limit';
import { listedAddresses } from './hosts-file.ts';

export class NameNotResolved extends Error {}

/** A hung getaddrinfo holds one of the four threads that files, zlib and others share: never more than two. */
const systemLookups = pLimit(2);

/** These names mean this machine and are never asked for (RFC 6761). */
export const isLocalhost = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

/** The IP addresses of a name, IPv4 first. Throws NameNotResolved when they are not there in time. */
export async function resolveName(
  name: string,
  { dnsServers, withinMs }: { dnsServers?: string[]; withinMs: number },
): Promise<string[]> {
  if (isLocalhost(name)) return ['127.0.0.1', '::1'];
  const tooLate = AbortSignal.timeout(withinMs);
  const late = new Promise<never>((_resolve, reject) => {
    tooLate.addEventListener('abort', () => reject(new NameNotResolved()));
  });
  const addresses = await Promise.race([late, ask(name, dnsServers, tooLate)]);
  if (addresses.length === 0) throw new NameNotResolved();
  return addresses;
}

/** A resolver of its own for each question: it reads the current configuration of the system, and costs little. */
async function ask(name: string, dnsServers: string[] | undefined, tooLate: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  if (dnsServers) resolver.setServers(dnsServers);
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0 || dnsServers) return addresses;
  // Read here: behind lookups that hang, which a hostile name server can arrange, it would come too late.
  const listed = await listedAddresses(name);
  if (listed.length > 0 || !answers.every(knowsNothing)) return listed;
  return systemLookups(() => (tooLate.aborted ? [] : askSystem(name)));
}

/** Said at once: there is no such name, no server to ask, or none that asks further, as Docker's without one above it. */
const knowsNothing = (answer: PromiseSettledResult<unknown>) =>
  answer.status === 'rejected' && nothingKnown.has(answer.reason.code);
const nothingKnown = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'ESERVFAIL', 'EREFUSED', 'ENOTIMP']);

/** Knows search domains besides, and what else the system looks names up in. */
const askSystem = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true }).catch(() => [])).map(({ address }) => address);
