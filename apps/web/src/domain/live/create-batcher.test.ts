import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBatcher } from './create-batcher.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('runs the first call at once, and the calls within the interval together, in order, at its end', () => {
  const run = vi.fn();
  const gather = createBatcher<string>(1_000, run);
  gather(['a']);
  expect(run.mock.calls).toEqual([[['a']]]);
  gather(['b', 'c']);
  gather(['d']);
  vi.advanceTimersByTime(999);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenLastCalledWith(['b', 'c', 'd']);
  vi.advanceTimersByTime(10_000);
  expect(run).toHaveBeenCalledTimes(2);
  gather(['e']);
  expect(run).toHaveBeenLastCalledWith(['e']);
});
