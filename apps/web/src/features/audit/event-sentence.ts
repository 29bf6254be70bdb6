import type { Event, TaskStatus } from '@crewboard/contracts';
import { statusNames } from '../../lib/board/statuses.ts';
import { subjectNames } from '../../lib/event-types.ts';
import { endpointName } from '../../lib/webhooks/endpoint-name.ts';
import { fieldsOf } from './changed-fields.ts';
import { webhookRest, webhookVerb } from './webhook-words.ts';

/** What somebody did, after their name: "moved", “Fix the login”, "from To do to Done". */
export interface Sentence {
  verb: string;
  /** The subject as it was called after the change, in quotes where it has a name. */
  subject: string;
  rest: string;
}

export function sentenceOf(event: Event): Sentence {
  const name = nameOf(event);
  const subject = name ? `“${name}”` : `a ${subjectName(event).toLowerCase()}`;
  return { verb: verbOf(event), subject, rest: restOf(event) };
}

export const subjectName = (event: Event): string => nameOf(event) ?? subjectNames[event.subject.type].one;

/** The title of a task, where a webhook leads to, the name of anything else that has one. */
function nameOf({ subject, snapshot }: Event): string | undefined {
  if (subject.type === 'webhook' && snapshot.url) return endpointName(String(snapshot.url));
  const name = snapshot.title ?? snapshot.name;
  return name === undefined ? undefined : String(name);
}

function verbOf({ type, changes }: Event): string {
  switch (type) {
    case 'task.created':
      return 'created';
    case 'task.claimed':
      return 'claimed';
    case 'task.moved':
      return 'moved';
    case 'task.completed':
      return changes?.status?.before === 'todo' ? 'claimed and completed' : 'completed';
    case 'task.commented':
      return 'commented on';
    case 'task.updated':
      return `changed ${fieldsOf(changes)}of`;
    case 'agent.created':
      return 'created the agent';
    case 'agent.updated':
      return `changed ${fieldsOf(changes)}of the agent`;
    case 'agent.deactivated':
      return 'deactivated the agent';
    case 'agent.reactivated':
      return 'reactivated the agent';
    case 'agent.token_rotated':
      return 'rotated the token of the agent';
    case 'project.created':
      return 'created the project';
    case 'project.updated':
      return `changed ${fieldsOf(changes)}of the project`;
    case 'api_key.created':
      return 'created the API key';
    case 'api_key.revoked':
      return 'revoked the API key';
    case 'member.added':
      return 'added';
    case 'member.updated':
      return `changed ${fieldsOf(changes)}of`;
    case 'member.role_changed':
      return 'changed the role of';
    case 'member.removed':
      return 'removed';
    case 'member.password_changed':
      return 'changed the password of';
    case 'member.password_reset':
      return 'reset the password of';
    case 'member.signed_in_on_new_device':
      return 'signed in on a new device as';
    default:
      return webhookVerb(type, changes);
  }
}

function restOf(event: Event): string {
  const { type, changes, snapshot, subject } = event;
  if (subject.type === 'webhook') return webhookRest(event);
  if (type === 'member.added') return `as ${String(snapshot.role)}`;
  const role = changes?.role;
  if (type === 'member.role_changed' && role) return `from ${String(role.before)} to ${String(role.after)}`;
  const status = changes?.status;
  if (type !== 'task.moved' || !status) return '';
  return `from ${statusNames[status.before as TaskStatus]} to ${statusNames[status.after as TaskStatus]}`;
}
