import { expect, test } from 'vitest';
import { withItem } from './by-id.ts';

const one = { id: 'one', name: 'One' };
const two = { id: 'two', name: 'Two' };

test('replaces a changed item in place and does not modify the old list', () => {
  const before = [one, two];
  expect(withItem(before, { ...one, name: 'First' }).map(({ name }) => name)).toEqual(['First', 'Two']);
  expect(before[0]?.name).toBe('One');
});

test('puts a new item last', () => {
  expect(withItem([one], two)).toEqual([one, two]);
});
