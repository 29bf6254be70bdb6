import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assertJsonBounds, findDuplicateKey } from './json-checks.ts';

const within = (json: string): boolean => {
  try {
    assertJsonBounds(Buffer.from(json));
    return true;
  } catch {
    return false;
  }
};

const nodesOf = (value: unknown): number =>
  value !== null && typeof value === 'object'
    ? Object.values(value).reduce((sum: number, child) => sum + nodesOf(child), 1)
    : 1;

/** An array of `count` values around the given one, which has `nodes` of its own. */
const padded = (json: string, count: number) => `[${'0,'.repeat(count)}${json}]`;

describe('the bounds of JSON', () => {
  it('accept 10,000 values and reject one more', () => {
    for (const [item, nodes] of [
      ['0', 1],
      ['"[,{"', 1],
      ['[ ]', 1],
      ['{"a":{}}', 2],
    ] as const) {
      expect(within(padded(item, 10_000 - 1 - nodes)), item).toBe(true);
      expect(within(padded(item, 10_000 - nodes)), item).toBe(false);
    }
  });

  it('accept 32 levels and reject one more, in arrays, objects and both', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
      ['[{"a":', '}]'],
    ] as const) {
      const levels = open.startsWith('[{') ? 2 : 1;
      const nested = (times: number) => `${open.repeat(times)}1${close.repeat(times)}`;
      expect(within(nested(32 / levels)), open).toBe(true);
      expect(within(nested(32 / levels + 1)), open).toBe(false);
    }
  });

  it('count every JSON value as its tree does, in any notation', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(3), (value, indent) => {
        const json = JSON.stringify(value, undefined, indent);
        const nodes = nodesOf(JSON.parse(json));
        expect(within(padded(json, 10_000 - 1 - nodes))).toBe(true);
        expect(within(padded(json, 10_000 - nodes))).toBe(false);
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  it('terminate for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        within(Buffer.from(bytes).toString('latin1'));
      }),
      { numRuns: 500, seed: 7 },
    );
  });
});

const find = (json: string) => findDuplicateKey(Buffer.from(json));

describe('the first duplicate key of an object', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"é":1,"\\u00e9":2}', 'é'],
    ['{"\\"":1, "\\u0022" : 2}', '"'],
    ['{"":0,"":0}', ''],
    ['{"a":{"b":[{"c":1,"d":[],"c":{}}]}}', 'c'],
    ['[{"a":1},{"b":{},"b":{}}]', 'b'],
    ['{"a":{"a":1},"a":2}', 'a'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
  ])('%s: %s', (json, key) => expect(find(json)).toBe(key));

  it.each([
    '{"a":"a","b":"a"}',
    '{"a":{"a":{"a":[{"a":1},{"a":2}]}}}',
    '{"a":":","b":"\\":{","c":"\\\\"}',
    '{"é":1,"e\\u0301":2}',
    '"a:b"',
    '[]',
  ])('%s: none', (json) => expect(find(json)).toBeUndefined());

  it('is found in any JSON with a repeated key, and in no other', () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), (json, key) => {
        expect(find(json)).toBeUndefined();
        const name = JSON.stringify(key);
        expect(find(`{${name}:${json},${name}:${json}}`)).toBe(key);
      }),
    );
  });
});
