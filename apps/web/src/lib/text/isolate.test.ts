import { expect, test } from 'vitest';
import { isolate } from './isolate.ts';

test('isolates texts that run from right to left, and leaves others as they are', () => {
  expect(isolate('דוח v2')).toBe('\u2068דוח v2\u2069');
  expect(isolate('مراجعة')).toBe('\u2068مراجعة\u2069');
  for (const text of ['Ada', 'Größe', '日本語', '🙂', '']) expect(isolate(text)).toBe(text);
});
