import { isIP } from 'node:net';
import { compile } from '@fastify/proxy-addr';

/**
 * Whether to trust the X-Forwarded-For of the sender at this address. `hop` is its distance: 0 is the peer of the
 * socket.
 */
export type TrustProxy = (address: string, hop: number) => boolean;

const maxPrefixLength: Record<number, number> = { 4: 32, 6: 128 };
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

const trustNobody: TrustProxy = () => false;

/** Trusts only the nearest sender: the client may have written the entries further left in X-Forwarded-For. */
const trustNearest: TrustProxy = (_address, hop) => hop === 0;

/**
 * Parses TRUST_PROXY. "true" trusts the one proxy in front, at any address; "false" or an empty value trusts none;
 * otherwise the addresses and networks of the proxies, separated by commas. Throws an error that names TRUST_PROXY.
 */
export function readTrustProxy(value: string | undefined): TrustProxy {
  const text = value?.trim() ?? '';
  if (text === '' || text === 'false') return trustNobody;
  if (text === 'true') return trustNearest;
  const networks = text.split(',').map((network) => network.trim());
  const invalid = networks.find((network) => !isNetwork(network));
  if (invalid === undefined) return compile(networks);
  throw new Error(
    'TRUST_PROXY must be "true", "false", or addresses and networks such as 10.0.0.1 and 10.0.0.0/8, ' +
      `separated by commas; "${invalid.slice(0, 100)}" is none of them.`,
  );
}

// Stricter than proxy-addr, which reads "1" as the address 0.0.0.1.
function isNetwork(text: string): boolean {
  if (namedNetworks.includes(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const max = maxPrefixLength[isIP(address)];
  if (max === undefined || rest.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= max);
}
