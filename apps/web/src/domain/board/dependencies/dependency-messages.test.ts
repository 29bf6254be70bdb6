import { expect, test } from 'vitest';
import {
  blockedMessage,
  cycleMessage,
  limitMessage,
  ownSubTaskMessage,
  tooDeepMessage,
} from './dependency-messages.ts';

test('names the first blockers of a task, and counts the others', () => {
  expect(blockedMessage('Print', ['Write'], 1)).toBe(
    '“Print” waits for “Write”. Agents can start it once that is done.',
  );
  expect(blockedMessage('Print', ['Write', 'Draw'], 2)).toBe(
    '“Print” waits for “Write” and “Draw”. Agents can start it once those are done.',
  );
  expect(blockedMessage('Print', ['Write', 'Draw'], 5)).toContain('waits for “Write”, “Draw” and 3 more.');
});

test('explains a cycle of dependencies, with the tasks in between', () => {
  expect(cycleMessage(['Print', 'Write'], 2)).toBe(
    '“Print” would wait for itself: “Write” already waits for “Print”.',
  );
  expect(cycleMessage(['Print', 'Write', 'Plan'], 3)).toBe(
    '“Print” would wait for itself: “Write” waits for “Plan”, which waits for “Print”.',
  );
  expect(cycleMessage(['Print', 'Write', 'Plan'], 9)).toBe(
    '“Print” would wait for itself: “Write” waits for “Plan”, which waits, over 6 more, for “Print”.',
  );
});

test('names the task that has the maximum number of dependants', () => {
  expect(limitMessage('Plan')).toBe('500 tasks wait for “Plan”, which is the maximum.');
});

test('explains why a task cannot be a sub-task of another', () => {
  expect(ownSubTaskMessage(['Print', 'Write'])).toBe(
    '“Print” would be a sub-task of itself: “Write” is a sub-task of “Print”.',
  );
  expect(ownSubTaskMessage(['Print', 'Write', 'Plan'])).toBe(
    '“Print” would be a sub-task of itself: “Write” is a sub-task of “Plan”, which is a sub-task of “Print”.',
  );
  expect(tooDeepMessage('Print', 'Plan')).toBe(
    '“Print” cannot be a sub-task of “Plan”: tasks nest 5 levels deep.',
  );
});
