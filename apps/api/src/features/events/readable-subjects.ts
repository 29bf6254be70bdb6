import { type EventSubject, visibleSubjects } from '@crewboard/contracts';
import { callerKindOf } from '../../auth/access.ts';
import type { TeamActor } from '../../auth/actor.ts';

/** Whose events somebody may read: those of what they may read as well. */
export const readableSubjects = (actor: TeamActor): EventSubject[] => visibleSubjects(callerKindOf(actor));

/** The same under the filter of a list: an id that is not one of a task is no task. */
export function subjectsFor(actor: TeamActor, { taskId }: { taskId?: string | undefined }): EventSubject[] {
  return taskId === undefined ? readableSubjects(actor) : ['task'];
}
