import type { Event, EventType } from '@crewboard/contracts';
import { isolate } from '#lib/text/isolate.ts';
import type { Sentence } from './sentence.ts';

export type MemberEventType = Extract<EventType, `member.${string}`>;

export const isMemberType = (type: EventType): type is MemberEventType => type.startsWith('member.');

/** `subject` is the name of the person; their own changes are described as theirs. */
export function memberSentence(type: MemberEventType, event: Event, subject: string): Sentence {
  const { actor, snapshot, changes } = event;
  const isOwn = actor.kind === 'member' && actor.id === event.subject.id;
  const changed = (what: string, rest = ''): Sentence =>
    isOwn
      ? { verb: 'changed', subject: `their own ${what}`, rest }
      : { verb: `changed the ${what} of`, subject, rest };

  switch (type) {
    case 'member.added':
      return { verb: 'added', subject, rest: `as ${String(snapshot.role)}` };
    case 'member.updated':
      return changed(
        'name',
        fromTo(changes?.name, (name) => `“${isolate(name)}”`),
      );
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
  name: (value: string) => string,
): string {
  return change ? `from ${name(String(change.before))} to ${name(String(change.after))}` : '';
}
