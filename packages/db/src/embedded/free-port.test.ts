import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { findFreePort } from './free-port.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(port: number): Promise<Server> {
  const server = createServer((socket) => socket.end('hello'));
  servers.push(server);
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return server;
}

async function close(server: Server): Promise<void> {
  await once(server.close(), 'close');
}

async function errorOfConnecting(port: number): Promise<unknown> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    await once(socket.resume(), 'end');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  } finally {
    socket.destroy();
  }
}

test('is a port that refuses connections until a server listens on it', async () => {
  const port = await findFreePort();
  expect(await errorOfConnecting(port)).toBe('ECONNREFUSED');
  await listen(port);
  expect(await errorOfConnecting(port)).toBeUndefined();
});

test('stays free for a server that stops and starts again, also after connections', async () => {
  const port = await findFreePort();
  for (let start = 0; start < 5; start += 1) {
    const server = await listen(port);
    expect(await errorOfConnecting(port)).toBeUndefined();
    await close(server);
    expect(await errorOfConnecting(port)).toBe('ECONNREFUSED');
  }
});

test('is not a port on which a server listens', async () => {
  const taken = new Set<number>();
  for (let count = 0; count < 50; count += 1) {
    const port = await findFreePort();
    expect(taken).not.toContain(port);
    taken.add(port);
    await listen(port);
  }
});
