import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Forwards requests to this address with a credential, for clients that cannot send one. */
export async function startAuthorizingProxy(
  target: string,
  token: string,
): Promise<Server & { url: string }> {
  const proxy = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const forwarded = request(target + url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return Object.assign(proxy, { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` });
}
