import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { readTrustProxy } from '@crewboard/client-address';
import { expect, it } from 'vitest';
import { limitConnections } from './limit-connections.ts';

class Connection extends EventEmitter {
  readonly remoteAddress: string;
  destroyed = false;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.destroyed = true;
  }
}

function openOn(trustProxy = '') {
  const server = new EventEmitter();
  limitConnections(server as Server, readTrustProxy(trustProxy));
  return (address: string) => {
    const connection = new Connection(address);
    server.emit('connection', connection);
    return connection;
  };
}

const addressesIn64 = (count: number) =>
  Array.from({ length: count }, (_, i) => `2001:db8::${(i + 1).toString(16)}`);

it('closes connections beyond 256 of an address, counting IPv6 by /64', () => {
  const open = openOn();
  const connections = addressesIn64(258).map(open);
  expect(connections.filter(({ destroyed }) => destroyed)).toEqual(connections.slice(256));
  expect(open('2001:db8:0:1::1').destroyed).toBe(false);
  connections[0]?.emit('close');
  expect(open('2001:db8::1').destroyed).toBe(false);
  expect(open('2001:db8::1').destroyed).toBe(true);
});

it('does not limit trusted proxies and this machine', () => {
  const open = openOn('192.0.2.1');
  for (const address of ['192.0.2.1', '127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    const connections = Array.from({ length: 300 }, () => open(address));
    expect(
      connections.some(({ destroyed }) => destroyed),
      address,
    ).toBe(false);
  }
});
