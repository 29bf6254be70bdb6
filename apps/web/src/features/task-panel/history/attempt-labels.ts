import type { TaskAttempt } from '@crewboard/contracts';
import { formatDuration } from '#lib/format/format-duration.ts';

const outcomes: Record<NonNullable<TaskAttempt['outcome']>, string> = {
  completed: 'Completed',
  failed: 'Failed',
  released: 'Released',
  expired: 'Lease expired',
  moved: 'Moved',
  reassigned: 'Reassigned',
};

/**
 * How the attempt ended: "Lease expired"; "Working" while the agent holds the task. "Ended" is for the type alone: the
 * service gives every attempt that has ended an outcome.
 */
export const outcomeLabel = ({ outcome, endedAt }: TaskAttempt): string =>
  outcome ? outcomes[outcome] : endedAt ? 'Ended' : 'Working';

/** How long the attempt took: "took 4 min"; empty while the agent holds the task. */
export const durationLabel = ({ startedAt, endedAt }: TaskAttempt): string =>
  endedAt ? `took ${formatDuration(Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)) / 1_000)}` : '';
