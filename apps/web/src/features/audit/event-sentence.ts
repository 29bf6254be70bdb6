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
import { webhookRest, webhookVerbs } from './webhook-sentence.ts';

export function sentenceOf(event: Event, names: AssigneeNames): Sentence {
  const name = nameOf(event);
  const subject = name ? `“${isolate(name)}”` : withArticle(subjectName(event).toLowerCase());
  if (isMemberType(event.type)) return memberSentence(event.type, event, subject);
  const verb = verbs[event.type];
  return {
    verb: typeof verb === 'string' ? verb : verb(event.changes, names),
    subject,
    rest: restOf(event, names),
  };
}

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

export const subjectName = (event: Event): string => nameOf(event) ?? subjectNames[event.subject.type].one;

/** The title of a task, the URL of a webhook, or the name of other subjects. */
function nameOf({ subject, snapshot }: Event): string | undefined {
  if (subject.type === 'webhook' && snapshot.url) return endpointName(String(snapshot.url));
  const name = snapshot.title ?? snapshot.name;
  return name === undefined ? undefined : String(name);
}

type Verb = string | ((changes: Event['changes'], names: AssigneeNames) => string);

const verbs: Record<Exclude<EventType, MemberEventType>, Verb> = {
  'task.created': 'created',
  'task.claimed': 'claimed',
  'task.moved': 'moved',
  'task.completed': (changes) => (changes?.status?.before === 'todo' ? 'claimed and completed' : 'completed'),
  'task.failed': 'failed',
  'task.released': 'released',
  'task.lease_expired': (changes, names) =>
    `ended the lease of ${agentName(changes?.assignedAgentId?.before, names)} on`,
  'task.commented': 'commented on',
  'task.archived': 'archived',
  'task.restored': 'restored',
  'task.deleted': 'deleted',
  'task.blocked': 'marked',
  'task.unblocked': 'marked',
  'task.stale': 'marked',
  'task.updated': (changes) => `changed ${listFields(changes, taskFields)} of`,
  'agent.created': 'created the agent',
  'agent.updated': (changes) => `changed ${listFields(changes, agentFields)} of the agent`,
  'agent.deactivated': 'deactivated the agent',
  'agent.reactivated': 'reactivated the agent',
  'agent.token_rotated': 'rotated the token of the agent',
  'agent.token_expiring': 'warned that the token of the agent',
  'agent.paused': 'paused the agent',
  'agent.resumed': 'resumed the agent',
  'project.created': 'created the project',
  'project.updated': (changes) => `changed ${listFields(changes, projectFields)} of the project`,
  'project.archived': 'archived the project',
  'project.restored': 'restored the project',
  'project.deleted': 'deleted',
  'project.paused': 'paused the project',
  'project.resumed': 'resumed the project',
  'team.paused': 'paused the team',
  'team.resumed': 'resumed the team',
  'team.deleted': 'deleted the team',
  'team.restored': 'restored the team',
  'api_key.created': 'created the API key',
  'api_key.revoked': 'revoked the API key',
  'api_key.expiring': 'warned that the API key',
  'invitation.created': 'created',
  'invitation.accepted': 'joined by',
  'invitation.revoked': 'revoked',
  ...webhookVerbs,
};

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
