import { type EventSubject, visibleSubjects } from '@crewboard/contracts';
import { callerKindOf } from '../../auth/access.ts';
import type { TeamActor } from '../../auth/actor.ts';

/** The kinds of subjects whose events the actor may read. */
export const subjectsVisibleTo = (actor: TeamActor): EventSubject[] => visibleSubjects(callerKindOf(actor));

/** The visible subjects under a filter by task: only tasks, so that the id of an agent does not match. */
export function subjectsOfFilter(
  actor: TeamActor,
  { taskId }: { taskId?: string | undefined },
): EventSubject[] {
  return taskId === undefined ? subjectsVisibleTo(actor) : ['task'];
}
