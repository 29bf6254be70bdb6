import { expect, it } from 'vitest';
import { findTextProblem } from './text-bounds.ts';

it.each([
  { text: '🚀'.repeat(3), problem: 'must have 4 to 8 characters' },
  { text: '🚀'.repeat(4), problem: null },
  { text: '🚀'.repeat(8), problem: null },
  { text: '🚀'.repeat(9), problem: 'must have 4 to 8 characters' },
  { text: 'abc', problem: 'must have 4 to 8 characters' },
  { text: 'abcd', problem: null },
])('counts the code points of $text', ({ text, problem }) => {
  expect(findTextProblem(text, { min: 4, max: 8 })).toBe(problem);
});
