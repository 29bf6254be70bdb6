import { afterEach, expect, it, vi } from 'vitest';
import { LogLimit, limitLog } from './limit-log.ts';

const { error, warn } = console;
afterEach(() => {
  Object.assign(console, { error, warn });
  vi.useRealTimers();
});

it('logs messages with the same start ten times a minute, and counts the rest', () => {
  const limit = new LogLimit();
  const admitted = Array.from({ length: 1_000 }, (_, i) =>
    limit.admit(`The router state header was sent but could not be parsed: ${i}`),
  );
  expect(admitted.filter(Boolean)).toHaveLength(10);
  expect(limit.admit('Another error')).toBe(true);
  expect(limit.restart()).toBe(990);
  expect(limit.admit('The router state header was sent but could not be parsed')).toBe(true);
  expect(limit.restart()).toBe(0);
});

it('logs at most 300 lines a minute', () => {
  const limit = new LogLimit();
  const admitted = Array.from({ length: 1_000 }, (_, i) => limit.admit(`${i}`));
  expect(admitted.filter(Boolean)).toHaveLength(300);
});

it('limits errors and warnings of the console together, and says once a minute how many were omitted', () => {
  vi.useFakeTimers();
  const lines: unknown[][] = [];
  const collect = (...parts: unknown[]) => void lines.push(parts);
  Object.assign(console, { error: collect, warn: collect });
  limitLog();
  const failure = new Error('A call failed');
  for (let count = 0; count < 6; count += 1) {
    console.error(failure);
    console.warn('A call failed');
  }
  expect(lines).toHaveLength(10);
  expect(lines[0]).toEqual([failure]);
  vi.advanceTimersByTime(60_000);
  expect(lines.slice(10)).toEqual([['2 more errors and warnings of the last minute are not logged.']]);
  console.error('A call failed');
  expect(lines).toHaveLength(12);
});
