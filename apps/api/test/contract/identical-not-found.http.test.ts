import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, type Reply, useApi } from '../harness.ts';
import { freshPath, kindFor, operations, parameterOf, pathWith, routeOf, rowOf } from './support/routes.ts';
import { exchange, type HeaderLines, httpRequest } from './support/wire.ts';
import { type Crew, crew, tokenOf, unknownId } from './support/world.ts';

const api = useApi();

let home: Crew;
let foreign: Crew;
beforeAll(async () => {
  home = await crew(api(), 'Home');
  foreign = await crew(api(), 'Foreign');
});

const malformedIds: Record<string, string> = {
  'a NUL': '%00',
  'a NUL within': `${unknownId.slice(0, 10)}%00${unknownId.slice(10)}`,
  'an encoded slash': 'a%2Fb',
  'an encoded slash alone': '%2F',
  'a percent sign that encodes nothing': '%zz',
  'a lone percent sign': '%',
  'a percent sign at the end': `${unknownId}%`,
  'bytes that are not UTF-8': '%ff%fe',
  'half a surrogate pair': '%ed%a0%80',
  'two dots': '..',
  'two encoded dots': '%2e%2e',
  'one dot': '.',
  'an encoded way up': '..%2f..%2fetc%2fpasswd',
  'an encoded emoji': encodeURIComponent('🦊'),
  'a blank': '%20',
  'a line break': '%0d%0aX-Injected:%201',
  'an SQL fragment': encodeURIComponent(`' or 1=1 --`),
  'the name of a prototype': '__proto__',
  'the name of a constructor': 'constructor',
  '101 characters': 'a'.repeat(101),
  '1,000 characters': 'a'.repeat(1_000),
  '8,000 characters': 'a'.repeat(8_000),
  '10,000 characters': 'a'.repeat(10_000),
  '3,400 encoded characters': '%C3%A4'.repeat(1_700),
};

/** An answer without what differs between any two: its request id and its time. */
function withoutRequest({ status, headers, text }: Reply) {
  const requestId = headers.get('x-request-id') ?? '';
  const kept = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
  return { status, headers: kept, body: text.replaceAll(requestId, '…') };
}

const targeted = operations.filter((operation) => parameterOf(operation) !== undefined);

describe.each(targeted.map((operation) => ({ operation, name: routeOf(operation) })))(
  '$name',
  ({ operation }) => {
    const send = (path: string) => {
      const fields = rowOf(operation).body?.(home.team);
      const headers: HeaderLines = fields ? [['Content-Type', 'application/json']] : [];
      const token = tokenOf(home, kindFor(operation));
      const body = fields && JSON.stringify(fields);
      return exchange(api().url, httpRequest(operation.method, path, { headers, token, body }));
    };

    it("another team's id gets to the byte the answer of an unknown id, and nothing is stored", async () => {
      const path = await freshPath(api(), operation, foreign.team);
      const before = await api().stored();
      const reply = await send(path);
      expectProblem(reply, 404, 'NOT_FOUND');
      expect(withoutRequest(reply)).toEqual(withoutRequest(await send(pathWith(operation, unknownId))));
      expect(await api().stored()).toEqual(before);
    });

    it.each(Object.entries(malformedIds))('so does a malformed id: %s', async (_name, id) => {
      const before = await api().stored();
      const reply = await send(pathWith(operation, id));
      expectProblem(reply, 404, 'NOT_FOUND');
      expect(withoutRequest(reply)).toEqual(withoutRequest(await send(pathWith(operation, unknownId))));
      expect(await api().stored()).toEqual(before);
    });
  },
);
