import type { TaskAttempt } from '@crewboard/contracts';
import { serviceReason } from '#domain/events/release-reason.ts';
import { formatDuration } from '#lib/format/format-duration.ts';

const outcomes: Record<NonNullable<TaskAttempt['outcome']>, string> = {
  completed: 'Completed',
  failed: 'Failed',
  released: 'Released',
  expired: 'Lease expired',
  moved: 'Moved',
  reassigned: 'Reassigned',
};

/** How the attempt ended: "Lease expired"; "Working" while the agent holds the task. */
export const outcomeLabel = ({ outcome }: TaskAttempt): string => (outcome ? outcomes[outcome] : 'Working');

/** How long the attempt took: "took 4 min"; empty while the agent holds the task. */
export function durationLabel({ startedAt, endedAt }: TaskAttempt): string {
  if (!endedAt) return '';
  // The end may be before the start: the clock of the database can be set back.
  const tookMs = Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
  return `took ${formatDuration(tookMs / 1_000)}`;
}

/** Why the attempt ended so, if a reason was given. */
export const reasonLabel = ({ outcome, reason }: TaskAttempt): string | null =>
  reason && outcome === 'released' ? serviceReason(reason) : reason;
