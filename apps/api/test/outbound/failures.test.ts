import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readAllowList } from '../../src/outbound/allow-list.ts';
import { Outbound } from '../../src/outbound/outbound.ts';
import { type Receiver, receive, receiveRaw } from './support/receivers.ts';

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});
const kept = async (receiver: Promise<Receiver>): Promise<Receiver> => {
  open.push(await receiver);
  return receiver;
};

function outboundWith(times: { connectTimeoutMs?: number; responseTimeoutMs?: number } = {}): Outbound {
  const allow = readAllowList('127.0.0.0/8');
  const outbound = new Outbound({ allow, connectTimeoutMs: 60_000, responseTimeoutMs: 60_000, ...times });
  open.push({ stop: () => outbound.close() });
  return outbound;
}

const post = (outbound: Outbound, { port }: { port: number }, signal?: AbortSignal, protocol = 'http') =>
  outbound.post({ url: `${protocol}://localhost:${port}/`, headers: {}, body: '{}', signal });

/** Writes a byte every few milliseconds until the connection is closed. */
function drip(socket: Socket, bytes: Iterator<string>): void {
  const timer = setInterval(() => socket.write(bytes.next().value ?? 'a'), 5);
  socket.on('close', () => clearInterval(timer));
}

/** Resolves once the client has read this part of a response. */
function read(part: 'headers' | 'bodyChunkReceived'): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const channel = `undici:request:${part}`;
  const seen = () => {
    unsubscribe(channel, seen);
    resolve();
  };
  subscribe(channel, seen);
  return promise;
}

/**
 * Holds the timers with this delay, which no other has. Returns how to let the last one ring, however much time has
 * passed.
 */
function holdTimer(delayMs: number): () => void {
  const start = globalThis.setTimeout;
  let ring = () => {};
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number, ...rest: []) => {
    if (ms !== delayMs) return start(run, ms, ...rest);
    ring = run;
    return start(() => undefined);
  }) as typeof setTimeout);
  return () => ring();
}

const failed = (error: string) => ({ statusCode: null, error, latencyMs: expect.any(Number) });
const head = 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\nretry-after: 7\r\n\r\n';

describe('returns an error message and no status', () => {
  it('when the connection is refused', async () => {
    const gone = await receive(() => {});
    await gone.stop();
    expect(await post(outboundWith(), gone)).toEqual(failed('The connection was refused.'));
  });

  it('when no response arrives', async () => {
    const receiver = await kept(receive(() => {}));
    const outbound = outboundWith({ responseTimeoutMs: 300 });
    expect(await post(outbound, receiver)).toEqual(failed('No response within 0.3 s.'));
  });

  it('when the headers arrive byte by byte', async () => {
    const receiver = await kept(
      receiveRaw((socket) => drip(socket, `HTTP/1.1 200 OK\r\nx: `[Symbol.iterator]())),
    );
    const outbound = outboundWith({ responseTimeoutMs: 500 });
    expect(await post(outbound, receiver)).toEqual(failed('No response within 0.5 s.'));
  });

  it('when the TLS handshake times out', async () => {
    const receiver = await kept(receiveRaw(() => {}));
    const outbound = outboundWith({ connectTimeoutMs: 300 });
    expect(await post(outbound, receiver, undefined, 'https')).toEqual(failed('No connection within 0.3 s.'));
  });

  it('when the receiver does not speak TLS', async () => {
    const receiver = await kept(receive(() => {}));
    const error = 'No secure connection (TLS) could be set up.';
    expect(await post(outboundWith(), receiver, undefined, 'https')).toEqual(failed(error));
  });

  it.each<[string, (socket: Socket) => void, string]>([
    ['resets', (socket) => socket.resetAndDestroy(), 'The connection was reset before a response came.'],
    ['closes', (socket) => socket.end(), 'The connection was closed before a response came.'],
    [
      'closes in the middle of the head',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nx: '),
      'The connection was closed before a response came.',
    ],
    ['is no web server', (socket) => socket.write('220 mail ESMTP\r\n'), 'The response was not valid HTTP.'],
    ['sends rubbish', (socket) => socket.write(Buffer.alloc(100, 0)), 'The response was not valid HTTP.'],
    [
      'changes the protocol',
      (socket) => socket.write('HTTP/1.1 101 S\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
      'The response was not valid HTTP.',
    ],
    [
      'sends very large headers',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`),
      'The headers of the response are too large.',
    ],
  ])('when the receiver %s', async (_title, respond, error) => {
    const receiver = await kept(receiveRaw(respond));
    expect(await post(outboundWith(), receiver)).toEqual(failed(error));
  });

  it('when the request is invalid', async () => {
    const receiver = await kept(receive(() => {}));
    const url = `http://127.0.0.1:${receiver.port}/`;
    const outcome = await outboundWith().post({ url, headers: { 'bad name': 'x\r\ny' }, body: '{}' });
    expect(outcome).toEqual(failed('The request could not be made.'));
    expect(receiver.connections()).toBe(0);
  });
});

describe('returns the status once the headers have arrived', () => {
  const success = { statusCode: 200, retryAfterSeconds: 7, error: null };

  it.each<[string, (socket: Socket) => void, RegExp]>([
    ['arrives byte by byte', (socket) => drip(socket, ''[Symbol.iterator]()), /^a+$/],
    ['never ends', (socket) => socket.write('some'), /^some$/],
  ])('when the body %s', async (_title, send, body) => {
    const receiver = await kept(
      receiveRaw((socket) => {
        socket.write(head);
        send(socket);
      }),
    );
    const responseTimeoutMs = 123_456;
    const [begun, timeOut] = [read('bodyChunkReceived'), holdTimer(responseTimeoutMs)];
    const sending = post(outboundWith({ responseTimeoutMs }), receiver);
    await begun;
    timeOut();
    expect(await sending).toMatchObject({ ...success, body: expect.stringMatching(body) });
  });

  it('when the connection is reset or closed', async () => {
    for (const finish of ['resetAndDestroy', 'end'] as const) {
      const headRead = read('headers');
      const receiver = await kept(
        receiveRaw(async (socket) => {
          socket.write(head);
          await headRead;
          socket[finish]();
        }),
      );
      expect(await post(outboundWith(), receiver), finish).toMatchObject({ ...success, body: '' });
    }
  });

  it('when the body is malformed', async () => {
    const chunked =
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nretry-after: 7\r\n\r\n4\r\nsome\r\nrubbish\r\n';
    const receiver = await kept(receiveRaw((socket) => socket.write(chunked)));
    expect(await post(outboundWith(), receiver)).toMatchObject({ ...success, body: 'some' });
  });

  it('when the request is aborted', async () => {
    const headRead = read('headers');
    const receiver = await kept(receiveRaw((socket) => socket.write(head)));
    const stop = new AbortController();
    const sending = post(outboundWith(), receiver, stop.signal);
    await headRead;
    stop.abort();
    expect(await sending).toMatchObject(success);
  });
});

describe('aborting a request', () => {
  const stopped = failed('Stopped while sending.');

  it('sends nothing when it was aborted before', async () => {
    const receiver = await kept(receive((_request, response) => response.end()));
    expect(await post(outboundWith(), receiver, AbortSignal.abort())).toEqual(stopped);
    expect(receiver.connections()).toBe(0);
  });

  it('ends it while it connects', async () => {
    const begun = Promise.withResolvers<void>();
    const receiver = await kept(receiveRaw(() => begun.resolve()));
    const stop = new AbortController();
    const sending = post(outboundWith(), receiver, stop.signal, 'https');
    await begun.promise;
    stop.abort();
    expect(await sending).toEqual(stopped);
  });

  it('closes the connection while it waits for the response', async () => {
    const begun = Promise.withResolvers<Socket>();
    const receiver = await kept(receiveRaw((socket) => begun.resolve(socket)));
    const stop = new AbortController();
    const sending = post(outboundWith(), receiver, stop.signal);
    const socket = await begun.promise;
    const closed = once(socket, 'close');
    stop.abort();
    expect(await sending).toEqual(stopped);
    await closed;
  });

  it('changes nothing after its end', async () => {
    const receiver = await kept(receive((_request, response) => response.end()));
    const outbound = outboundWith();
    const stop = new AbortController();
    expect(await post(outbound, receiver, stop.signal)).toMatchObject({ statusCode: 200 });
    stop.abort();
    await setImmediate();
    expect(await post(outbound, receiver)).toMatchObject({ statusCode: 200 });
    expect(receiver.connections()).toBe(1);
  });

  it('close() waits for open requests, closes idle connections, and rejects later requests', async () => {
    const sockets: Socket[] = [];
    const receiver = await kept(
      receive((request, response) => {
        sockets.push(request.socket);
        request.on('end', () => response.end('late')).resume();
      }),
    );
    const outbound = outboundWith();
    const sending = post(outbound, receiver);
    const closing = outbound.close();
    expect(await sending).toMatchObject({ statusCode: 200, body: 'late' });
    await closing;
    const [socket] = sockets;
    if (socket && !socket.destroyed) await once(socket, 'close');
    expect(await post(outbound, receiver)).toEqual(stopped);
    expect(receiver.connections()).toBe(1);
  });
});
