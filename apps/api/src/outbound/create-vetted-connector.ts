import { AsyncLocalStorage } from 'node:async_hooks';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { resolveVettedAddresses, type Vetting } from './resolve-vetted-addresses.ts';
import { portOf } from './target-url.ts';

/**
 * Opens connections for undici to addresses that are vetted at that moment, so that DNS cannot change between the check
 * and the connection. The Host header, the server name and the check of the certificate use the host name.
 */
export function createVettedConnector(vetting: Vetting): buildConnector.connector {
  /** The port of the connection: Node passes only the name to `lookup`, but a rule can be for one port. */
  const portToConnect = new AsyncLocalStorage<number>();
  const connect = buildConnector({
    allowH2: false,
    // For DNS, TCP and TLS; undici can take half a second longer.
    timeout: vetting.timeoutMs,
    autoSelectFamily: true,
    // Long enough for a second SYN if the first is lost, with time left for another address. Node's minimum is 10 ms.
    autoSelectFamilyAttemptTimeout: Math.max(10, Math.floor(vetting.timeoutMs / 2)),
    lookup: (host, options, done) => void lookup(host, options, done),
  });

  /** Node's signature: all addresses when `all` is set, else the first. */
  async function lookup(hostName: string, { all }: LookupOptions, done: LookupDone): Promise<void> {
    // No rule has port 0.
    const destination = { hostName, port: portToConnect.getStore() ?? 0 };
    try {
      const addresses = (await resolveVettedAddresses(destination, vetting)).map(withFamily);
      const [first] = addresses;
      all ? done(null, addresses) : done(null, first?.address ?? '', first?.family);
    } catch (error) {
      done(error as Error, []);
    }
  }

  /** Node calls `lookup` for names only; an address in the URL is vetted here. */
  return (options, done) => {
    const { hostname: hostName } = options;
    const port = portOf(options);
    if (isIP(hostName) === 0) return portToConnect.run(port, connect, options, done);
    resolveVettedAddresses({ hostName, port }, vetting).then(
      () => connect(options, done),
      (error) => done(error, null),
    );
  };
}

type LookupDone = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

const withFamily = (address: string): LookupAddress => ({ address, family: isIP(address) });
