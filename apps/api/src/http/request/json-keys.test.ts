import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDuplicateKey } from './json-keys.ts';

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
