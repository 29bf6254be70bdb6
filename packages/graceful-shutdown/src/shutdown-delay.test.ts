import { expect, it } from 'vitest';
import { parseShutdownDelay } from './index.ts';

it('is 0 by default, and whole seconds otherwise', () => {
  expect([undefined, '', '0', '5', '300'].map((text) => parseShutdownDelay(text))).toEqual([0, 0, 0, 5, 300]);
});

it.each(['-1', '2.5', '301', '5s', ' '])('rejects "%s" and names the variable', (text) => {
  expect(() => parseShutdownDelay(text)).toThrow(/^SHUTDOWN_DELAY_SECONDS must be a whole number/);
});
