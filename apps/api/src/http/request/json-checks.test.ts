import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countAllowedKeys, countKeysWithinBounds } from './json-checks.ts';

const within = (json: string): boolean => {
  try {
    countKeysWithinBounds(Buffer.from(json));
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

const hasKeyTwice = (json: string) =>
  countKeysWithinBounds(Buffer.from(json)) !== countAllowedKeys(JSON.parse(json));

describe('the keys of the text and of the parsed value', () => {
  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"é":1,"\\u00e9":2}',
    '{"\\"":1, "\\u0022" : 2}',
    '{"":0,"":0}',
    '{"1":0,"1":0}',
    '{"a":{"b":[{"c":1,"d":[],"c":{}}]}}',
    '[{"a":1},{"b":{},"b":{}}]',
    '{"a":{"b":1,"c":2},"a":2}',
  ])('differ in number for %s', (json) => expect(hasKeyTwice(json)).toBe(true));

  it.each([
    '{"a":"a","b":"a"}',
    '{"a":{"a":{"a":[{"a":1},{"a":2}]}}}',
    '{"a":":","b":"\\":{","c":"\\\\"}',
    '{"é":1,"e\\u0301":2}',
    '"a:b"',
    '[]',
  ])('are equal in number for %s', (json) => expect(hasKeyTwice(json)).toBe(false));

  it('differ in number for any JSON with a repeated key, and for no other', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.string(), fc.nat(3), (value, key, indent) => {
        const json = JSON.stringify(value, undefined, indent);
        const name = JSON.stringify(key);
        fc.pre(!/"(__proto__|constructor|prototype)"/.test(`${name}${json}`));
        expect(hasKeyTwice(json)).toBe(false);
        expect(hasKeyTwice(`{${name}:${json},${name}:${json}}`)).toBe(true);
      }),
      { seed: 7 },
    );
  });
});

it.each([
  ['{"__proto__":1}', '__proto__'],
  ['{"a":[{"b":{"constructor":1}}]}', 'a.0.b.constructor'],
])('%s is rejected for its key %s, which could change a prototype', (json, path) => {
  expect(() => countAllowedKeys(JSON.parse(json))).toThrow(`${path} is not a field of this operation`);
});
