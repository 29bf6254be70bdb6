import type { EventSubject } from '@crewboard/contracts';
import { isManager } from '../../auth/access.ts';
import type { TeamActor } from '../../auth/actor.ts';

const SHARED: EventSubject[] = ['task', 'agent', 'project'];
const ALL: EventSubject[] = [...SHARED, 'api_key', 'member'];

/** Whose events somebody may read: those of what they may read as well. */
export function readableSubjects(actor: TeamActor): EventSubject[] {
  switch (actor.kind) {
    case 'agent':
      return ['task', 'agent'];
    case 'key':
      return SHARED;
    case 'member':
      return isManager(actor) ? ALL : SHARED;
  }
}
