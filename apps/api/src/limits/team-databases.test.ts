import { expect, it } from 'vitest';
import { hotShareOf } from './team-databases.ts';

it.each([
  [1, 1],
  [2, 1],
  [5, 2],
  [9, 3],
  [10, 4],
  [500, 4],
])('a team occupies of a pool of %i connections at most %i', (poolSize, share) => {
  expect(hotShareOf(poolSize)).toBe(share);
});
