import type { Server } from 'node:http';
import { addressKey, type TrustProxy } from '@crewboard/client-address';

/** A page holds at most seven connections, so this is enough for about forty people behind one address. */
const maxPerAddress = 256;

/**
 * Closes new connections of an address that has 256, so that one client cannot take all connections of the server.
 * Trusted proxies and the loopback address are not limited: many clients are behind them.
 */
export function limitConnections(server: Server, trust: TrustProxy): void {
  const countByAddress = new Map<string, number>();
  server.prependListener('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    const key = addressKey(remoteAddress);
    // Hop 0 is the sender at the other end of the socket. `::/64` is the key of the loopback address ::1.
    if (trust(remoteAddress, 0) || key.startsWith('127.') || key === '::/64') return;
    const count = countByAddress.get(key) ?? 0;
    if (count >= maxPerAddress) return void socket.destroy();
    countByAddress.set(key, count + 1);
    socket.once('close', () => {
      const left = (countByAddress.get(key) ?? 1) - 1;
      if (left > 0) countByAddress.set(key, left);
      else countByAddress.delete(key);
    });
  });
}
