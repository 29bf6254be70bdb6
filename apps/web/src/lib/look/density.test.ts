import { expect, it } from 'vitest';
import { readDensity } from './density.ts';

it('is comfortable unless compact was chosen', () => {
  expect(readDensity('compact')).toBe('compact');
  for (const other of [undefined, '', 'comfortable', 'tiny']) expect(readDensity(other)).toBe('comfortable');
});
