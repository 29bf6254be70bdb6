import type { Event, EventType } from '@crewboard/contracts';
import { quote } from '#lib/text/isolate.ts';
import type { Sentence } from './sentence.ts';

export type MemberEventType = Extract<EventType, `member.${string}`>;

export const isMemberEventType = (type: EventType): type is MemberEventType => type.startsWith('member.');

/**
 * The sentence of an event about a member. `subject` is the quoted name, or "a member" in old events without one. Where
 * members act on themselves, the subject, which the audit makes a button, is "their own role", "the team" or "on a new
 * device".
 */
export function memberSentence(type: MemberEventType, event: Event, subject: string): Sentence {
  const { actor, snapshot, changes } = event;
  const isOwn = actor.kind === 'member' && actor.id === event.subject.id;
  const changed = (field: string, rest = ''): Sentence =>
    isOwn
      ? { verb: 'changed', subject: `their own ${field}`, rest }
      : { verb: `changed the ${field} of`, subject, rest };

  switch (type) {
    case 'member.added': {
      const rest = `as ${String(snapshot.role)}`;
      // People join by an invitation, or by creating the team.
      return isOwn ? { verb: 'joined', subject: 'the team', rest } : { verb: 'added', subject, rest };
    }
    case 'member.updated':
      return changed('name', fromTo(changes?.name, quote));
    case 'member.role_changed':
      return changed('role', fromTo(changes?.role, String));
    case 'member.removed': {
      const rest = `(${String(snapshot.role)})`;
      return isOwn ? { verb: 'left', subject: 'the team', rest } : { verb: 'removed', subject, rest };
    }
    case 'member.password_changed':
      return changed('password');
    case 'member.password_reset':
      return { verb: 'reset the password of', subject, rest: '' };
    case 'member.signed_in_on_new_device':
      return { verb: 'signed in', subject: 'on a new device', rest: '' };
  }
}

function fromTo(
  change: { before?: unknown; after?: unknown } | undefined,
  show: (value: string) => string,
): string {
  return change ? `from ${show(String(change.before))} to ${show(String(change.after))}` : '';
}
