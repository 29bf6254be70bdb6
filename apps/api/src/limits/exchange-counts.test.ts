import { expect, it } from 'vitest';
import { toPayloads } from './exchange-counts.ts';

it('splits counts into payloads that a notification takes, and loses none', () => {
  const counts = new Map(
    Array.from({ length: 5_000 }, (_, index) => [`agent:${'x'.repeat(30)}${index}`, index + 1]),
  );
  const payloads = toPayloads('credentials', counts);
  expect(payloads.length).toBeGreaterThan(1);
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
  const parsed = payloads.map((payload) => JSON.parse(payload) as [string, [string, number][]]);
  expect(new Set(parsed.map(([name]) => name))).toEqual(new Set(['credentials']));
  expect(new Map(parsed.flatMap(([, entries]) => entries))).toEqual(counts);
  expect(toPayloads('credentials', new Map())).toEqual([]);
});
