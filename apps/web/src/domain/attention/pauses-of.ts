import type { AttentionTask, TaskNext } from '@crewboard/contracts';

export type PausedThing = NonNullable<TaskNext['paused']>;

/** What has to be resumed for tasks that wait for a pause, each once. */
export function pausesOf(tasks: readonly Pick<AttentionTask, 'next'>[]): PausedThing[] {
  const paused = tasks.flatMap(({ next }) => next.paused ?? []);
  return [...new Map(paused.map((thing) => [`${thing.type} ${thing.id}`, thing])).values()];
}
