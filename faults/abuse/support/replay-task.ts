import { isDeepStrictEqual } from 'node:util';
import type { Event } from '@crewboard/contracts';
import type { Crewboard } from '@crewboard/sdk';
import type { Counts } from './tally.ts';

type State = Record<string, unknown>;

/** Fields that `changes` leaves out: times and counters of the change, and the lease, which heartbeats extend. */
const ignoredFields = new Set(['updatedAt', 'version', 'statusChangedAt', 'attempt', 'leaseExpiresAt']);

/**
 * Replays the events of a task in the order of the log. Counts `events`; `out of order`: those that begin at another
 * state than the one before left, or change a field that they do not name; `wrong versions`: those of the `versions`
 * seen that are not one more than the one before (or, for a comment, the same); `ends elsewhere`: 1 when the last
 * snapshot is not the task.
 */
export async function replayTask(client: Crewboard, taskId: string): Promise<Counts> {
  const counts = { events: 0, 'out of order': 0, versions: 0, 'wrong versions': 0, 'ends elsewhere': 0 };
  let state: State | undefined;
  // The interfaces of the SDK cannot be read by any name of a field.
  const events = client.events.listForTaskAll({ taskId }) as AsyncIterable<unknown> as AsyncIterable<Event>;
  for await (const event of events) {
    counts.events += 1;
    if (state && !follows(event, state)) counts['out of order'] += 1;
    const { version } = event.snapshot;
    if (typeof version === 'number') {
      counts.versions += 1;
      if (state && !isNextVersion(event, Number(state.version))) counts['wrong versions'] += 1;
    }
    state = event.snapshot;
  }
  const task: State = { ...(await client.tasks.get({ taskId })) };
  const isTask = Object.entries(state ?? {}).every(([field, value]) => isDeepStrictEqual(value, task[field]));
  counts['ends elsewhere'] = isTask && state ? 0 : 1;
  return counts;
}

/** Whether the event begins at this state: each field is as it was, or in `changes` with this value before. */
export function follows({ snapshot, changes }: Pick<Event, 'snapshot' | 'changes'>, state: State): boolean {
  return Object.keys(snapshot)
    .filter((field) => !ignoredFields.has(field))
    .every((field) => {
      const change = changes?.[field];
      return isDeepStrictEqual(state[field], change ? change.before : snapshot[field]);
    });
}

/** A comment does not change its task. */
export function isNextVersion(
  { type, snapshot }: Pick<Event, 'type' | 'snapshot'>,
  previous: number,
): boolean {
  const step = Number(snapshot.version) - previous;
  return step === 1 || (step === 0 && type === 'task.commented');
}
