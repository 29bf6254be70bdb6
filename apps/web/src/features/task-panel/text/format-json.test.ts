import { expect, test } from 'vitest';
import { formatJson } from './format-json.ts';

test('JSON is indented', () => {
  expect(formatJson('{"a":[1,2],"b":{},"c":"x, {y}: \\"z\\""}')).toBe(
    '{\n  "a": [\n    1,\n    2\n  ],\n  "b": {},\n  "c": "x, {y}: \\"z\\""\n}',
  );
});

test('the output equals that of JSON.stringify for each formatting of the input', () => {
  const value = { list: [], deep: [{ a: null, b: [true, -1.5e3] }], text: 'a\nb' };
  const expected = JSON.stringify(value, null, 2);
  expect(formatJson(JSON.stringify(value))).toBe(expected);
  expect(formatJson(` ${JSON.stringify(value, null, 7)} `)).toBe(expected);
});

test('long numbers keep all their digits', () => {
  expect(formatJson('[12345678901234567890]')).toContain('12345678901234567890');
});

test('prose and invalid JSON are not JSON', () => {
  expect(formatJson('[see the report](https://example.com)')).toBeNull();
  expect(formatJson('done')).toBeNull();
  expect(formatJson('42')).toBeNull();
});

test('JSON stays unchanged if indentation would multiply its size', () => {
  const deep = `${'['.repeat(3_000)}${']'.repeat(3_000)}`;
  expect(formatJson(deep)).toBe(deep);
  const long = `${'['.repeat(60)}${'1,'.repeat(40_000)}1${']'.repeat(60)}`;
  expect(formatJson(long)).toBe(long);
});

test('a result of 100,000 characters becomes at most 400,000, or stays unchanged', () => {
  for (const text of [
    '[['.repeat(50_000),
    '['.repeat(50_000) + ']'.repeat(50_000),
    `["${'a'.repeat(99_996)}"]`,
  ]) {
    expect((formatJson(text) ?? '').length).toBeLessThanOrEqual(400_000);
  }
});
