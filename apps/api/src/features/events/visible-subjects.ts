import { type EventSubject, visibleSubjects } from '@crewboard/contracts';
import { callerKindOf } from '../../auth/access.ts';
import type { TeamActor } from '../../auth/actor.ts';

/** The kinds of subjects whose events the actor may read. */
export const subjectsVisibleTo = (actor: TeamActor): EventSubject[] => visibleSubjects(callerKindOf(actor));

/** The same under the filter by a task: the id of an agent must not match. */
export function subjectsOfFilter(
  actor: TeamActor,
  { taskId }: { taskId?: string | undefined },
): EventSubject[] {
  return taskId === undefined ? subjectsVisibleTo(actor) : ['task'];
}
