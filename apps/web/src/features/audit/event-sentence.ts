import {
  agentFields,
  type Event,
  type EventType,
  type Pause,
  projectFields,
  type TaskStatus,
  taskFields,
} from '@crewboard/contracts';
import { statusNames } from '#domain/board/statuses.ts';
import {
  type AssigneeNames,
  agentName,
  assigneeFields,
  assigneeIn,
  assigneeName,
} from '#domain/events/assignee-names.ts';
import { subjectNames } from '#domain/events/event-types.ts';
import { releaseReason } from '#domain/events/release-reason.ts';
import { describeDaysLeft } from '#domain/expiry/expiry.ts';
import { endpointName } from '#domain/webhooks/endpoint-name.ts';
import { isolate } from '#lib/text/isolate.ts';
import { listFields } from './list-fields.ts';
import { isMemberType, type MemberEventType, memberSentence } from './member-sentence.ts';
import type { Sentence } from './sentence.ts';
import { webhookRest, webhookVerb } from './webhook-sentence.ts';

export function sentenceOf(event: Event, names: AssigneeNames): Sentence {
  const name = nameOf(event);
  const subject = name ? `“${isolate(name)}”` : withArticle(subjectName(event).toLowerCase());
  if (isMemberType(event.type)) return memberSentence(event.type, event, subject);
  return { verb: verbOf(event.type, event, names), subject, rest: restOf(event, names) };
}

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

export const subjectName = (event: Event): string => nameOf(event) ?? subjectNames[event.subject.type].one;

/** The title of a task, the URL of a webhook, or the name of other subjects. */
function nameOf({ subject, snapshot }: Event): string | undefined {
  if (subject.type === 'webhook' && snapshot.url) return endpointName(String(snapshot.url));
  const name = snapshot.title ?? snapshot.name;
  return name === undefined ? undefined : String(name);
}

function verbOf(type: Exclude<EventType, MemberEventType>, { changes }: Event, names: AssigneeNames): string {
  switch (type) {
    case 'task.created':
      return 'created';
    case 'task.claimed':
      return 'claimed';
    case 'task.moved':
      return 'moved';
    case 'task.completed':
      return changes?.status?.before === 'todo' ? 'claimed and completed' : 'completed';
    case 'task.failed':
      return 'failed';
    case 'task.released':
      return 'released';
    case 'task.lease_expired':
      return `ended the lease of ${agentName(changes?.assignedAgentId?.before, names)} on`;
    case 'task.commented':
      return 'commented on';
    case 'task.archived':
      return 'archived';
    case 'task.restored':
      return 'restored';
    case 'task.deleted':
      return 'deleted';
    case 'task.blocked':
    case 'task.unblocked':
    case 'task.stale':
      return 'marked';
    case 'task.updated':
      return `changed ${listFields(changes, taskFields)}of`;
    case 'agent.created':
      return 'created the agent';
    case 'agent.updated':
      return `changed ${listFields(changes, agentFields)}of the agent`;
    case 'agent.deactivated':
      return 'deactivated the agent';
    case 'agent.reactivated':
      return 'reactivated the agent';
    case 'agent.token_rotated':
      return 'rotated the token of the agent';
    case 'agent.token_expiring':
      return 'warned that the token of the agent';
    case 'project.created':
      return 'created the project';
    case 'project.updated':
      return `changed ${listFields(changes, projectFields)}of the project`;
    case 'project.archived':
      return 'archived the project';
    case 'project.restored':
      return 'restored the project';
    case 'project.deleted':
      return 'deleted';
    case 'agent.paused':
      return 'paused the agent';
    case 'agent.resumed':
      return 'resumed the agent';
    case 'project.paused':
      return 'paused the project';
    case 'project.resumed':
      return 'resumed the project';
    case 'team.paused':
      return 'paused the team';
    case 'team.resumed':
      return 'resumed the team';
    case 'team.deleted':
      return 'deleted the team';
    case 'team.restored':
      return 'restored the team';
    case 'api_key.created':
      return 'created the API key';
    case 'api_key.revoked':
      return 'revoked the API key';
    case 'api_key.expiring':
      return 'warned that the API key';
    case 'invitation.created':
      return 'created';
    case 'invitation.accepted':
      return 'joined by';
    case 'invitation.revoked':
      return 'revoked';
    default:
      return webhookVerb(type, changes);
  }
}

function restOf(event: Event, names: AssigneeNames): string {
  const { type, changes, subject } = event;
  if (subject.type === 'webhook') return webhookRest(event);
  if (subject.type === 'invitation') return `as ${String(event.snapshot.role)}`;
  if (type.endsWith('.paused')) return pauseRest(changes);
  if (type === 'task.updated') return assigneeRest(changes, names);
  if (type === 'task.failed') return failureRest(event);
  if (type === 'task.released') return releaseRest(event, names);
  if (type === 'task.lease_expired') return changes?.needsAttention ? '(it needs attention)' : '';
  if (type === 'agent.token_expiring' || type === 'api_key.expiring') {
    return describeDaysLeft(Number(changes?.expiresInDays?.after));
  }
  if (type === 'task.blocked') return 'as blocked';
  if (type === 'task.unblocked') return 'as no longer blocked';
  if (type === 'task.stale') return 'as stale';
  const status = changes?.status;
  if (type !== 'task.moved' || !status) return '';
  return `from ${statusNames[status.before as TaskStatus]} to ${statusNames[status.after as TaskStatus]}`;
}

/** "(no access)", "(no access; it needs attention)". */
function failureRest(event: Event): string {
  const reason = isolate(releaseReason(event) ?? '');
  return `(${[reason, event.changes?.needsAttention && 'it needs attention'].filter(Boolean).join('; ')})`;
}

/** "from Ada (the machine is being replaced)"; an agent releases what it holds itself. */
function releaseRest(event: Event, names: AssigneeNames): string {
  const { changes, actor } = event;
  const holderId = changes?.assignedAgentId?.before;
  const from = holderId && holderId !== actor.id ? `from ${agentName(holderId, names)}` : '';
  const reason = releaseReason(event);
  return `${from} ${reason ? `(${isolate(reason)})` : ''}`.trim();
}

/** "(the tests fail); running tasks are taken back". */
function pauseRest(changes: Event['changes']): string {
  const pause = changes?.paused?.after as Pause | null | undefined;
  if (!pause) return '';
  return `(${isolate(pause.reason)})${pause.mode === 'release' ? ', taking running tasks back' : ''}`;
}

/** "from Ada to nobody"; "(assignee from …)" beside other fields. */
function assigneeRest(changes: Event['changes'], names: AssigneeNames): string {
  if (!changes?.assignedAgentId && !changes?.assignedMemberId) return '';
  const name = (side: 'before' | 'after') => assigneeName(assigneeIn(changes, side), names) ?? 'nobody';
  const text = `from ${name('before')} to ${name('after')}`;
  const others = Object.keys(changes).filter((field) => !assigneeFields.includes(field));
  return others.length > 0 ? `(assignee ${text})` : text;
}
