import type { TaskAttempt } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { durationLabel, outcomeLabel, reasonLabel } from './attempt-labels.ts';

const startedAt = '2026-11-21T10:00:00.000Z';
const attempt = (fields: Partial<TaskAttempt>): TaskAttempt => ({
  attempt: 1,
  agentId: 'a1',
  startedAt,
  endedAt: null,
  outcome: null,
  reason: null,
  ...fields,
});

test.each<[string, string, Partial<TaskAttempt>]>([
  ['Working', '', {}],
  ['Completed', 'took 42 s', { outcome: 'completed', endedAt: '2026-11-21T10:00:42.500Z' }],
  ['Lease expired', 'took 5 min', { outcome: 'expired', endedAt: '2026-11-21T10:05:00.100Z' }],
  ['Released', 'took 2 h', { outcome: 'released', endedAt: '2026-11-21T12:10:00.000Z' }],
  ['Moved', 'took 3 d', { outcome: 'moved', endedAt: '2026-11-24T12:10:00.000Z' }],
  ['Reassigned', 'took 0 s', { outcome: 'reassigned', endedAt: startedAt }],
  ['Released', 'took 0 s', { outcome: 'released', endedAt: '2026-11-21T09:59:59.000Z' }],
])('an attempt is shown as %s, %s', (outcome, duration, fields) => {
  expect([outcomeLabel(attempt(fields)), durationLabel(attempt(fields))]).toEqual([outcome, duration]);
});

test('only in a release is "undelivered" the word of the service', () => {
  const reason = 'undelivered';
  expect(reasonLabel(attempt({ outcome: 'released', reason }))).toContain('connection closed');
  expect(reasonLabel(attempt({ outcome: 'failed', reason }))).toBe(reason);
  expect(reasonLabel(attempt({ outcome: 'expired' }))).toBeNull();
});
