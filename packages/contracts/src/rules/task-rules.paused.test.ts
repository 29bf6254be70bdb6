import { describe, expect, it } from 'vitest';
import { decideRelease } from './task-return-rules.ts';
import { decideClaim, decideCompletion, decideHeartbeat, decideMove } from './task-rules.ts';
import type { TaskDecision } from './task-state.ts';
import { decideUpdate } from './task-update-rules.ts';
import {
  ada,
  assignedTo,
  cancelled,
  done,
  heldBy,
  key,
  needsAttention,
  now,
  oldVersion,
  outcomeOf,
  running,
  taskOf,
  unheld,
} from './testing/task-states.ts';

// What a pause of the agent, the project or the team rejects, and the archive of the project: the start of an attempt,
// and nothing else.

const versions = null;
const attempt = null;

describe.each([
  ['paused', { isPaused: true }, 'PAUSED'],
  ['the project is archived', { isProjectArchived: true }, 'TASK_ARCHIVED'],
  ['both', { isPaused: true, isProjectArchived: true }, 'TASK_ARCHIVED'],
])('while %s', (_, stop, STOPPED) => {
  const claim = { agentId: 'ada', leaseSeconds: null, versions, ...stop };
  const completion = { agentId: 'ada', result: null, attempt, versions, ...stop };
  const move = { versions, attempt, ...stop };
  const toInProgress = { ...move, status: 'in_progress' } as const;
  const handOver = { patch: { assignedAgentId: 'ada' }, caller: key, versions, ...stop };
  it.each<[given: string, expected: string, decision: TaskDecision]>([
    ['a claim', STOPPED, decideClaim(taskOf(), claim, now)],
    ['a claim in another version', STOPPED, decideClaim(taskOf(), { ...claim, ...oldVersion }, now)],
    ['a claim of what is done', 'TASK_NOT_CLAIMABLE', decideClaim(taskOf(done), claim, now)],
    [
      'a claim of what needs attention',
      'TASK_NOT_CLAIMABLE',
      decideClaim(taskOf(needsAttention), claim, now),
    ],
    ['a claim of what bob holds', 'TASK_ALREADY_CLAIMED', decideClaim(heldBy('bob'), claim, now)],
    ['a claim of what bob is to do', 'TASK_ASSIGNED_TO_OTHER', decideClaim(assignedTo('bob'), claim, now)],
    ['a completion without a claim', STOPPED, decideCompletion(taskOf(), completion, now)],
    ['a completion of what nobody holds', STOPPED, decideCompletion(taskOf(unheld), completion, now)],
    [
      'a completion in another version',
      STOPPED,
      decideCompletion(taskOf(), { ...completion, ...oldVersion }, now),
    ],
    [
      'a completion of what is cancelled',
      'TASK_CANCELLED',
      decideCompletion(taskOf(cancelled), completion, now),
    ],
    [
      'a completion by the holder',
      'task.completed',
      decideCompletion(heldBy('ada', running), completion, now),
    ],
    ['a heartbeat', 'silent', decideHeartbeat(heldBy('ada', running), { agentId: 'ada', attempt }, now)],
    [
      'a release by the holder',
      'task.released',
      decideRelease(heldBy('ada'), { caller: ada, reason: null, attempt, versions }, now),
    ],
    ['a move of hers to in_progress', STOPPED, decideMove(taskOf(), { ...toInProgress, caller: ada }, now)],
    [
      'a move of a key of what is assigned',
      STOPPED,
      decideMove(assignedTo('ada'), { ...toInProgress, caller: key }, now),
    ],
    [
      'a move of a key of what nobody is to do',
      'task.moved',
      decideMove(taskOf(), { ...toInProgress, caller: key }, now),
    ],
    [
      'a move to in_progress of what is held',
      'keep',
      decideMove(heldBy('ada'), { ...toInProgress, caller: key }, now),
    ],
    ['a move to done', 'task.moved', decideMove(taskOf(), { ...move, status: 'done', caller: ada }, now)],
    ['a hand-over', STOPPED, decideUpdate(heldBy('bob'), handOver, now)],
    ['an assignment in progress', STOPPED, decideUpdate(taskOf(unheld), handOver, now)],
    ['an assignment in todo', 'task.updated', decideUpdate(taskOf(), handOver, now)],
    ['the assignee that it has', 'keep', decideUpdate(heldBy('ada'), handOver, now)],
    [
      'a hand-over to nobody',
      'task.updated',
      decideUpdate(heldBy('bob'), { ...handOver, patch: { assignedAgentId: null } }, now),
    ],
  ])('%s: %s', (_, expected, decision) => {
    expect(outcomeOf(decision) ?? 'silent').toBe(expected);
  });
});
