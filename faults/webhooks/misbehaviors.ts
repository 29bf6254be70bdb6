import type { ServerResponse } from 'node:http';
import { setInterval } from 'node:timers/promises';
import type { Respond } from './support/receiver.ts';

/** From and to, in seconds. */
type Span = readonly [number, number];

/** A way to misbehave, and the expected outcome of an attempt. */
export type Misbehavior = {
  name: string;
  /** `trap` is the target of the redirect. */
  respond: (trap: string) => Respond;
  statusCode: number | null;
  error: string | null;
  status: 'pending' | 'succeeded' | 'failed';
  /** When the request ends, as the receiver sees it. */
  ends: Span;
  /** When the next attempt is due, from the end of the one before. */
  next: Span | null;
};

const megabyte = Buffer.alloc(1024 * 1024, 'x');
export const hugeMegabytes = 100;

/** The first delay of the schedule with its jitter. */
const firstWait: Span = [5, 6];
const atOnce: Span = [0, 1];
const atTimeout: Span = [14.9, 16.5];

const status =
  (code: number, headers: Record<string, string> = {}): Respond =>
  (response) =>
    void response.writeHead(code, headers).end();

async function sendHuge(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Length': hugeMegabytes * megabyte.length });
  for (let sent = 0; sent < hugeMegabytes && !response.destroyed; sent += 1) {
    if (response.write(megabyte)) continue;
    await new Promise<void>((resolve) => {
      response.once('drain', resolve);
      response.once('close', resolve);
    });
  }
  response.end();
}

/** Sends a byte per second until the connection closes. */
async function drip({ socket }: ServerResponse, beginning: string): Promise<void> {
  socket?.write(beginning);
  for await (const _ of setInterval(1_000)) {
    if (!socket?.writable) return;
    socket.write('x');
  }
}

const noResponse = { statusCode: null, error: 'No response within 15 s.', status: 'pending' } as const;
const accepted = { statusCode: 200, error: null, status: 'succeeded', next: null } as const;

export const misbehaviors: Misbehavior[] = [
  {
    name: '500',
    respond: () => status(500),
    ...{ statusCode: 500, error: 'The receiver responded with 500.', status: 'pending', ends: atOnce },
    next: firstWait,
  },
  {
    name: '301',
    respond: (trap) => status(301, { Location: trap }),
    ...{ statusCode: 301, error: 'The receiver responded with 301: redirects are not followed.' },
    ...{ status: 'pending', ends: atOnce, next: firstWait },
  },
  {
    name: '410',
    respond: () => status(410),
    ...{ statusCode: 410, error: 'The receiver responded with 410: it no longer accepts deliveries.' },
    ...{ status: 'failed', ends: atOnce, next: null },
  },
  {
    name: '429',
    respond: () => status(429, { 'Retry-After': '60' }),
    ...{ statusCode: 429, error: 'The receiver responded with 429.', status: 'pending', ends: atOnce },
    next: [60, 60.5],
  },
  { name: 'hang', respond: () => () => undefined, ...noResponse, ends: atTimeout, next: firstWait },
  {
    name: 'drip headers',
    respond: () => (response) => void drip(response, 'HTTP/1.1 200 OK\r\nX-Slow: '),
    ...noResponse,
    ...{ ends: atTimeout, next: firstWait },
  },
  {
    name: 'drip body',
    respond: () => (response) => void drip(response, 'HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n'),
    ...accepted,
    ends: atTimeout,
  },
  { name: '100 MB', respond: () => (response) => void sendHuge(response), ...accepted, ends: atOnce },
  {
    name: 'reset',
    respond: () => (response) => void response.socket?.resetAndDestroy(),
    ...{ statusCode: null, error: 'The connection was reset before a response came.', status: 'pending' },
    ...{ ends: atOnce, next: firstWait },
  },
];
