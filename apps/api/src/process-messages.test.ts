import { expect, it } from 'vitest';
import { z } from 'zod';
import { readPayload, toPayloads } from './process-messages.ts';

it('splits entries into payloads that a notification takes, and loses none', () => {
  const entries = Array.from({ length: 5_000 }, (_, index) => [`agent:${'ö'.repeat(30)}${index}`, index + 1]);
  const payloads = toPayloads(entries);
  expect(payloads.length).toBeGreaterThan(1);
  for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000);
  expect(payloads.flatMap((payload) => JSON.parse(payload))).toEqual(entries);
  expect(toPayloads([])).toEqual([]);
});

it('reads payloads that fit the schema, and no others', () => {
  const Names = z.array(z.string());
  expect(readPayload(Names, '["Ada"]')).toEqual(['Ada']);
  expect(readPayload(Names, '[1]')).toBeUndefined();
  expect(readPayload(Names, '')).toBeUndefined();
});
