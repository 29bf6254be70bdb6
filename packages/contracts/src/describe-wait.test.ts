import { expect, test } from 'vitest';
import { describeWait } from './describe-wait.ts';

test('a wait is in seconds below a minute, then in minutes, each with its singular', () => {
  expect([1, 59, 60, 61, 900].map(describeWait)).toEqual([
    ...['1 second', '59 seconds', '1 minute', '2 minutes', '15 minutes'],
  ]);
});
