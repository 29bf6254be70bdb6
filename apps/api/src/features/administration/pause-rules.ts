import { type EventType, type Pause, type PauseRequest, pauseDefaults } from '@crewboard/contracts';
import type { PauseModel } from '@crewboard/db';
import type { RecordDecision } from './change-record.ts';

// The rules of pauses, without I/O.

type Subject = 'agent' | 'project' | 'team';

/** Null: the pause ends. */
export type PauseColumns = Pick<PauseModel, 'mode' | 'reason' | 'pausedAt' | 'releaseAt'> | null;

const eventOf = (subject: Subject, change: 'paused' | 'resumed'): EventType => `${subject}.${change}`;

/** What is paused keeps the time of its pause. The same reason and mode change nothing, the grace included. */
export function decidePause(
  subject: Subject,
  paused: Pause | null,
  request: PauseRequest,
  now: Date,
): RecordDecision<PauseColumns> {
  const { reason } = request;
  const mode = request.mode ?? pauseDefaults.mode;
  if (paused?.reason === reason && paused.mode === mode) return 'keep';
  const graceMs = 1_000 * (request.graceSeconds ?? pauseDefaults.graceSeconds);
  return {
    type: eventOf(subject, 'paused'),
    set: {
      ...{ mode, reason, pausedAt: paused ? new Date(paused.at) : now },
      releaseAt: mode === 'release' ? new Date(now.getTime() + graceMs) : null,
    },
  };
}

export const decideResumption = (subject: Subject, paused: Pause | null): RecordDecision<PauseColumns> =>
  paused ? { type: eventOf(subject, 'resumed'), set: null } : 'keep';
