import type { AttentionTask, TaskNext } from '@crewboard/contracts';

export type PausedThing = NonNullable<TaskNext['paused']>;

/** The agents, projects and teams that must be resumed for these tasks to start, each once. */
export function pausesOf(tasks: readonly Pick<AttentionTask, 'next'>[]): PausedThing[] {
  const paused = tasks.flatMap(({ next }) => next.paused ?? []);
  return [...new Map(paused.map((thing) => [`${thing.type} ${thing.id}`, thing])).values()];
}
