import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { HttpClient } from '../../abuse/support/http-client.ts';
import type { Gateway } from './control.ts';

export type GatewayRequest = {
  method: string;
  path: string;
  token: string | undefined;
  key: string | undefined;
  body: string;
};

/** Undefined: the connection ends without a response. */
export type GatewayResponse = { status: number; text: string } | undefined;

export type Forward = (request: GatewayRequest) => Promise<GatewayResponse>;

const timeoutMs = 8_000;

/** An HTTP server in front of another one. `respond` decides what is forwarded, and as what. */
export async function openGateway(
  url: string,
  respond: (request: GatewayRequest, forward: Forward) => Promise<GatewayResponse>,
): Promise<Gateway> {
  const client = new HttpClient({ url, timeoutMs });
  const forward: Forward = async ({ key, body, ...request }) => {
    const headers: Record<string, string> = key ? { 'Idempotency-Key': key } : {};
    const reply = await client.send({ ...request, headers, body: body || undefined });
    return reply.status === 0 ? undefined : { status: reply.status, text: reply.text };
  };
  const server = createServer((request, response) => {
    readRequest(request)
      .then((read) => respond(read, forward))
      .then((result) => {
        if (!result) response.destroy();
        else response.writeHead(result.status, { 'Content-Type': 'application/json' }).end(result.text);
      })
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      client.close();
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<GatewayRequest> {
  const { method = 'GET', url: path = '/', headers } = request;
  const key = headers['idempotency-key'];
  return {
    ...{ method, path },
    token: headers.authorization?.replace(/^Bearer /, ''),
    key: typeof key === 'string' ? key : undefined,
    body: await text(request),
  };
}
