import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type DecodedPacket, decode, encode } from 'dns-packet';

/** DNS response codes of a temporary failure. */
const dnsErrorCodes = { SERVFAIL: 2, NOTIMP: 4, REFUSED: 5 };
export type DnsErrorCode = keyof typeof dnsErrorCodes;

/** The addresses of a name: an empty list is "no data", undefined is NXDOMAIN, silent sends no response. */
export type DnsResponder = (type: 'A' | 'AAAA', question: number) => DnsResponse | Promise<DnsResponse>;
type DnsResponse = string[] | 'silent' | DnsErrorCode | undefined;

/** A DNS server on 127.0.0.1 whose responses the test chooses for each query. */
export type DnsServer = {
  address: string;
  zone: Map<string, DnsResponder>;
  /** The number of queries for this name and type. */
  asked(name: string, type: 'A' | 'AAAA'): number;
  stop(): void;
};

export async function startDnsServer(): Promise<DnsServer> {
  const zone = new Map<string, DnsResponder>();
  const questions: string[] = [];
  const count = (key: string) => questions.filter((question) => question === key).length;
  const socket = createSocket('udp4');
  let isStopped = false;
  socket.on('message', async (message, { port, address }) => {
    const query: DecodedPacket = decode(message);
    const { name = '', type } = query.questions?.[0] ?? {};
    if (type !== 'A' && type !== 'AAAA') return;
    const number = count(`${type} ${name}`);
    questions.push(`${type} ${name}`);
    const found = await zone.get(name)?.(type, number);
    if (found === 'silent' || isStopped) return;
    const addresses = Array.isArray(found) ? found : [];
    const answers = addresses.map((data) => ({ name, type, ttl: 0, data }));
    // Flags: authoritative, recursion available; code 3 is NXDOMAIN.
    const code = typeof found === 'string' ? dnsErrorCodes[found] : found ? 0 : 3;
    const flags = 0x0480 | code;
    socket.send(
      encode({ type: 'response', id: query.id, flags, questions: query.questions, answers }),
      port,
      address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    zone,
    asked: (name, type) => count(`${type} ${name}`),
    stop() {
      isStopped = true;
      socket.close();
    },
  };
}
