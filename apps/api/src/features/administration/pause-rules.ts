import { type EventType, type Pause, type PauseRequest, pauseDefaults } from '@crewboard/contracts';
import type { PauseModel } from '@crewboard/db';
import type { RecordDecision } from './change-record.ts';

// The rules of pauses, without I/O.

export type PauseSubject = 'agent' | 'project' | 'team';

/** Null: the pause ends. */
export type PauseColumns = Pick<PauseModel, 'mode' | 'reason' | 'pausedAt' | 'releaseAt'> | null;

const eventOf = (subject: PauseSubject, change: 'paused' | 'resumed'): EventType => `${subject}.${change}`;

/**
 * What is paused keeps the time of its pause. The same reason and mode change nothing, the grace included. Without a request the
 * pause ends.
 */
export function decidePause(
  subject: PauseSubject,
  paused: Pause | null,
  request: PauseRequest | null,
  now: Date,
): RecordDecision<PauseColumns> {
  if (!request) return paused ? { type: eventOf(subject, 'resumed'), set: null } : 'keep';
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
