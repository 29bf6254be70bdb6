import { expect, test } from 'vitest';
import { readDismissed } from './dismissed-stops.ts';

test.each([
  ['a.1~b.2', ['a.1', 'b.2']],
  ['a.1', ['a.1']],
  ['~', []],
  ['', []],
  [undefined, []],
])('%s is read as %j', (text, stops) => {
  expect(readDismissed(text)).toEqual(stops);
});
