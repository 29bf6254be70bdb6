import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttled } from './throttled.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first keys come at once, the others together and each once after the time', () => {
  const run = vi.fn();
  const throttle = throttled(1_000, run);
  throttle([['a']]);
  expect(run.mock.calls).toEqual([[[['a']]]]);
  throttle([['b'], ['c']]);
  throttle([['b']]);
  vi.advanceTimersByTime(999);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenLastCalledWith([['b'], ['c']]);
  vi.advanceTimersByTime(10_000);
  expect(run).toHaveBeenCalledTimes(2);
  throttle([['d']]);
  expect(run).toHaveBeenLastCalledWith([['d']]);
});
