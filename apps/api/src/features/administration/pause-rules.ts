import { type EventType, type Pause, type PauseRequest, pauseDefaults } from '@crewboard/contracts';
import type { PauseModel } from '@crewboard/db';
import type { RecordDecision } from './change-record.ts';

// The rules of pauses, without I/O.

export type PauseSubject = 'agent' | 'project' | 'team';

/** The columns of a pause; null ends it. */
export type PauseColumns = Pick<PauseModel, 'mode' | 'reason' | 'pausedAt' | 'releaseAt'> | null;

const eventOf = (subject: PauseSubject, change: 'paused' | 'resumed'): EventType => `${subject}.${change}`;

/**
 * Decides on a request to pause, or to resume (null). A new reason or mode of a running pause keeps its start. The same
 * reason and mode change nothing, not even the end of the grace period.
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
