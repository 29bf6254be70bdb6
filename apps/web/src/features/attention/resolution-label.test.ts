import type { BoardTask, TaskNext } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { sampleTask } from '#domain/board/store/testing/sample-task.ts';
import { resolutionLabel } from './resolution-label.ts';

const exhausted = sampleTask({ needsAttention: 'attempts_exhausted' });
const released = sampleTask();
const ofAda = sampleTask({ assignedAgentId: 'ada' });
const heldByAda = sampleTask({ status: 'in_progress', assignedAgentId: 'ada' });

it.each<[label: string, before: BoardTask, reason: TaskNext['reason'], now: BoardTask | undefined]>([
  ['Released', exhausted, 'attempts_exhausted', released],
  ['Resumed', ofAda, 'paused', { ...ofAda, title: 'Another title', version: 2 }],
  ['Done', exhausted, 'attempts_exhausted', { ...released, status: 'done' }],
  ['Done', ofAda, 'paused', { ...ofAda, status: 'done' }],
  ['Cancelled', ofAda, 'paused', { ...ofAda, status: 'cancelled' }],
  ['Assigned', exhausted, 'attempts_exhausted', ofAda],
  ['Assigned', ofAda, 'paused', sampleTask({ assignedAgentId: 'bob' })],
  ['Assigned', ofAda, 'agent_cannot_work', sampleTask({ assignedMemberId: 'eve' })],
  ['Claimed', exhausted, 'attempts_exhausted', heldByAda],
  ['Claimed', ofAda, 'paused', heldByAda],
  ['Resolved', heldByAda, 'stale', heldByAda],
  ['Resolved', exhausted, 'attempts_exhausted', { ...released, status: 'in_progress' }],
  ['Resolved', exhausted, 'attempts_exhausted', { ...released, archivedAt: '2026-11-28T00:00:00.000Z' }],
  ['Resolved', exhausted, 'attempts_exhausted', undefined],
  ['Resolved', ofAda, 'paused', released],
  ['Resolved', ofAda, 'agent_cannot_work', ofAda],
])('says %s of %j, which waited for %s and is now %j', (label, before, reason, now) => {
  expect(resolutionLabel(before, reason, now)).toBe(label);
});
