import { describe, expect, it } from 'vitest';
import { acceptedEncoding, prefersEventStream } from './negotiation.ts';

describe('Accept', () => {
  it.each([
    'text/event-stream',
    'Text/Event-Stream',
    'text/event-stream; charset=utf-8',
    '*/*, text/event-stream',
    'text/event-stream, application/json',
    'text/event-stream, application/json;q=0.9',
    'application/json;q=0.5, text/event-stream;q=0.6',
    'text/*',
  ])('prefers a stream: %s', (accept) => expect(prefersEventStream(accept)).toBe(true));

  it.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'application/json, text/event-stream',
    'application/json, text/event-stream;q=0.1',
    'text/event-stream;q=0.1, */*',
    'text/event-stream;q=0',
    'text/event-stream;q=0, */*;q=0.1',
    'text/event-stream;q=nonsense',
    'text/event-streams',
    'text/html',
    `text/event-stream,${'a/b,'.repeat(300)}`,
    '"'.repeat(15_000),
  ])('does not prefer one: %.60s', (accept) => expect(prefersEventStream(accept)).toBe(false));
});

describe('Accept-Encoding', () => {
  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['deflate, gzip;q=0.5', 'gzip'],
    ['gzip;q=0.5, br;q=0.6', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['', undefined],
    ['deflate', undefined],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['gzip;q=0.1, identity', undefined],
    [`gzip,${'x,'.repeat(600)}`, undefined],
  ])('%.30s: %s', (header, encoding) =>
    expect(acceptedEncoding({ 'accept-encoding': header })).toBe(encoding),
  );
});
