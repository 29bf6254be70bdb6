import type { EventSubject } from '@crewboard/contracts';
import { isManager } from '../../auth/access.ts';
import type { TeamActor } from '../../auth/actor.ts';

const SHARED: EventSubject[] = ['task', 'agent', 'project'];
const MANAGED: EventSubject[] = [...SHARED, 'webhook'];
const ALL: EventSubject[] = [...MANAGED, 'api_key', 'member'];

/** Whose events somebody may read: those of what they may read as well. */
export function readableSubjects(actor: TeamActor): EventSubject[] {
  switch (actor.kind) {
    case 'agent':
      return ['task', 'agent'];
    case 'key':
      return MANAGED;
    case 'member':
      return isManager(actor) ? ALL : SHARED;
  }
}

/** The same under the filter of a list: an id that is not one of a task is no task. */
export function subjectsFor(actor: TeamActor, { taskId }: { taskId?: string | undefined }): EventSubject[] {
  return taskId === undefined ? readableSubjects(actor) : ['task'];
}
