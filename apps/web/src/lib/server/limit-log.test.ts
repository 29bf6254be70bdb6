import { expect, it } from 'vitest';
import { LogLimit } from './limit-log.ts';

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
