import { describe, expect, it } from 'vitest';
import { acceptsEventStream, isJsonType } from './media-type.ts';

describe('Content-Type', () => {
  it.each([
    'application/json',
    'Application/JSON',
    ' application/json ; charset=utf-8',
    'application/json;charset="UTF-8";',
    'application/json; charset = utf8',
    'application/json;',
  ])('takes %s', (type) => expect(isJsonType(type)).toBe(true));

  it.each([
    '',
    'text/plain',
    'application/jsonp',
    'application/json; charset=latin1',
    'application/json; charset=utf-8; charset=latin1',
    'application/json; charset=utf-8=',
    'application/json; boundary=x',
    'application/json, text/plain',
    `application/json;${' '.repeat(15_500)}x`,
    `application/json${' '.repeat(250)}`,
  ])('rejects %s', (type) => expect(isJsonType(type)).toBe(false));
});

describe('Accept', () => {
  it.each(['text/event-stream', 'application/json, Text/Event-Stream;q=0.9', '*/*,text/event-stream'])(
    'asks for a stream: %s',
    (accept) => expect(acceptsEventStream(accept)).toBe(true),
  );
  it.each(['', '*/*', 'text/event-streams', 'application/json'])('asks for none: %s', (accept) =>
    expect(acceptsEventStream(accept)).toBe(false),
  );
});
