import { expect, it } from 'vitest';
import { expectProblem, type Reply, useApi } from '../harness.ts';
import { checkEachRejected } from '../support/check-each.ts';
import { tokenOf, useCrews } from '../support/crew.ts';
import { kindFor, named, onePer, operations, parameterOf, pathWith, rowOf } from '../support/operations.ts';
import { exchange, type HeaderLines, httpRequest } from '../support/wire.ts';
import { withoutRequest } from '../support/without-request.ts';
import { unknownId } from '../support/world.ts';

const api = useApi();

const crews = useCrews(api);

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

const withTarget = operations.filter((operation) => parameterOf(operation) !== undefined);

function send(operation: (typeof operations)[number], path: string): Promise<Reply> {
  const fields = rowOf(operation).body?.(crews.home.team);
  const headers: HeaderLines = fields ? [['Content-Type', 'application/json']] : [];
  const token = tokenOf(crews.home, kindFor(operation));
  const body = fields && JSON.stringify(fields);
  return exchange(api().url, httpRequest(operation.method, path, { headers, token, body }));
}

/** Each path gets, byte for byte, the response to an unknown id, and nothing is stored. */
async function expectNotFound(operation: (typeof operations)[number], paths: Record<string, string>) {
  const unknown = await send(operation, pathWith(operation, unknownId));
  expectProblem(unknown, 404, 'NOT_FOUND');
  await checkEachRejected(api(), paths, async (path) =>
    expect(withoutRequest(await send(operation, path))).toEqual(withoutRequest(unknown)),
  );
}

it.each(named(withTarget))(
  '$name responds to malformed ids exactly as to an unknown id',
  async ({ operation }) =>
    expectNotFound(operation, {
      'a NUL': pathWith(operation, '%00'),
      'a percent sign that encodes nothing': pathWith(operation, '%zz'),
      '101 characters': pathWith(operation, 'a'.repeat(101)),
      '9,000 characters, more than a URL may have': pathWith(operation, 'a'.repeat(9_000)),
    }),
);

it.each(named(onePer(withTarget, parameterOf)))(
  '$name responds to every malformed id exactly as to an unknown id',
  async ({ operation }) => {
    const paths = Object.entries(malformedIds).map(([name, id]) => [name, pathWith(operation, id)]);
    await expectNotFound(operation, Object.fromEntries(paths));
  },
);
