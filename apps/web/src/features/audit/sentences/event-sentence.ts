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
import { subjectNames } from '#domain/events/event-types.ts';
import { releaseReason } from '#domain/events/release-reason.ts';
import { describeDaysLeft } from '#domain/expiry/expiry.ts';
import {
  type AssigneeNames,
  agentName,
  assigneeFields,
  assigneeIn,
  assigneeName,
} from '#domain/team/assignee-names.ts';
import { endpointName } from '#domain/webhooks/endpoint-name.ts';
import { isolate, quote } from '#lib/text/isolate.ts';
import { listFields } from './list-fields.ts';
import { isMemberEventType, type MemberEventType, memberSentence } from './member-sentence.ts';
import type { Phrase, Sentence } from './sentence.ts';
import { webhookPhrases } from './webhook-phrases.ts';

/** The sentence that the audit shows for an event. */
export function sentenceOf(event: Event, names: AssigneeNames): Sentence {
  const name = nameOf(event);
  const subject = name ? quote(name) : withArticle(subjectName(event).toLowerCase());
  if (isMemberEventType(event.type)) return memberSentence(event.type, event, subject);
  const phrase = phrases[event.type];
  const { verb, rest } = typeof phrase === 'object' ? phrase : { verb: phrase, rest: '' };
  const toText = (words: typeof verb) => (typeof words === 'string' ? words : words(event, names));
  return { verb: toText(verb), subject, rest: toText(rest) };
}

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** The name of the subject; its type if the event has no name. */
export const subjectName = (event: Event): string => nameOf(event) ?? subjectNames[event.subject.type].one;

/** The title of a task, the URL of a webhook, or the name of other subjects. */
function nameOf({ subject, snapshot }: Event): string | undefined {
  if (subject.type === 'webhook' && snapshot.url) return endpointName(String(snapshot.url));
  const name = snapshot.title ?? snapshot.name;
  return name === undefined ? undefined : String(name);
}

const phrases: Record<Exclude<EventType, MemberEventType>, Phrase> = {
  'task.created': 'created',
  'task.claimed': 'claimed',
  'task.moved': { verb: 'moved', rest: describeMove },
  'task.completed': ({ changes }) =>
    changes?.status?.before === 'todo' ? 'claimed and completed' : 'completed',
  'task.failed': { verb: 'failed', rest: describeFailure },
  'task.released': { verb: 'released', rest: describeRelease },
  'task.lease_expired': {
    verb: ({ changes }, names) =>
      `ended the lease of ${agentName(changes?.assignedAgentId?.before, names)} on`,
    rest: ({ changes }) => (changes?.needsAttention ? '(it needs attention)' : ''),
  },
  'task.commented': 'commented on',
  'task.archived': 'archived',
  'task.restored': 'restored',
  'task.deleted': 'deleted',
  'task.blocked': { verb: 'marked', rest: 'as blocked' },
  'task.unblocked': { verb: 'marked', rest: 'as no longer blocked' },
  'task.stale': { verb: 'marked', rest: 'as stale' },
  'task.updated': {
    verb: ({ changes }) => `changed ${listFields(changes, taskFields)} of`,
    rest: describeAssignees,
  },
  'agent.created': 'created the agent',
  'agent.updated': ({ changes }) => `changed ${listFields(changes, agentFields)} of the agent`,
  'agent.deactivated': 'deactivated the agent',
  'agent.reactivated': 'reactivated the agent',
  'agent.token_rotated': 'rotated the token of the agent',
  'agent.token_expiring': { verb: 'warned that the token of the agent', rest: describeExpiry },
  'agent.paused': { verb: 'paused the agent', rest: describePause },
  'agent.resumed': 'resumed the agent',
  'project.created': 'created the project',
  'project.updated': ({ changes }) => `changed ${listFields(changes, projectFields)} of the project`,
  'project.archived': 'archived the project',
  'project.restored': 'restored the project',
  // Its snapshot has no name: "deleted a project".
  'project.deleted': 'deleted',
  'project.paused': { verb: 'paused the project', rest: describePause },
  'project.resumed': 'resumed the project',
  'team.paused': { verb: 'paused the team', rest: describePause },
  'team.resumed': 'resumed the team',
  'team.deleted': 'deleted the team',
  'team.restored': 'restored the team',
  'api_key.created': 'created the API key',
  'api_key.revoked': 'revoked the API key',
  'api_key.expiring': { verb: 'warned that the API key', rest: describeExpiry },
  'invitation.created': { verb: 'created', rest: describeRole },
  'invitation.accepted': { verb: 'joined by', rest: describeRole },
  'invitation.revoked': { verb: 'revoked', rest: describeRole },
  ...webhookPhrases,
};

/** "from To do to Done". */
function describeMove({ changes }: Event): string {
  const status = changes?.status;
  if (!status) return '';
  return `from ${statusNames[status.before as TaskStatus]} to ${statusNames[status.after as TaskStatus]}`;
}

/** "(no access)", "(no access; it needs attention)". */
function describeFailure(event: Event): string {
  const reason = isolate(releaseReason(event) ?? '');
  return `(${[reason, event.changes?.needsAttention && 'it needs attention'].filter(Boolean).join('; ')})`;
}

/** "from Ada (the machine is being replaced)"; without "from Ada" if Ada released the task. */
function describeRelease(event: Event, names: AssigneeNames): string {
  const { changes, actor } = event;
  const holderId = changes?.assignedAgentId?.before;
  const from = holderId && holderId !== actor.id ? `from ${agentName(holderId, names)}` : '';
  const reason = releaseReason(event);
  return `${from} ${reason ? `(${isolate(reason)})` : ''}`.trim();
}

/** "from Ada to nobody"; "(assignee from Ada to nobody)" if other fields were changed as well. */
function describeAssignees({ changes }: Event, names: AssigneeNames): string {
  if (!changes?.assignedAgentId && !changes?.assignedMemberId) return '';
  const name = (side: 'before' | 'after') => assigneeName(assigneeIn(changes, side), names) ?? 'nobody';
  const text = `from ${name('before')} to ${name('after')}`;
  const others = Object.keys(changes).filter((field) => !assigneeFields.includes(field));
  return others.length > 0 ? `(assignee ${text})` : text;
}

/** "(the tests fail), taking running tasks back". */
function describePause({ changes }: Event): string {
  const pause = changes?.paused?.after as Pause | null | undefined;
  if (!pause) return '';
  return `(${isolate(pause.reason)})${pause.mode === 'release' ? ', taking running tasks back' : ''}`;
}

/** "expires in 14 days". */
function describeExpiry({ changes }: Event): string {
  return describeDaysLeft(Number(changes?.expiresInDays?.after));
}

/** "as member": the role of those who accept an invitation. */
function describeRole({ snapshot }: Event): string {
  return `as ${String(snapshot.role)}`;
}
