import { type CallerKind, mayCall } from '../access.ts';
import type { EventSubject } from './event.ts';

/** Subjects whose events only owners and admins may read. */
export const confidentialSubjects: readonly EventSubject[] = ['api_key', 'member', 'invitation'];

/** The subjects whose events a caller may read: the resources that it may read itself. */
export function visibleSubjects(caller: CallerKind): EventSubject[] {
  if (caller === 'agent') return ['task', 'agent'];
  if (mayCall(caller, 'admin'))
    return ['task', 'agent', 'project', 'team', 'webhook', ...confidentialSubjects];
  if (mayCall(caller, 'manage')) return ['task', 'agent', 'project', 'team', 'webhook'];
  return mayCall(caller, 'read') ? ['task', 'agent', 'project', 'team'] : [];
}
