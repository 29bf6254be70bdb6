import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

/** Without a proxy in front, X-Forwarded-For is whatever the client likes: the socket knows better. */
export function tellTrueAddress(): void {
  subscribe('http.server.request.start', (message) => {
    const { request } = message as { request: IncomingMessage };
    request.headers['x-forwarded-for'] = request.socket.remoteAddress;
  });
}
