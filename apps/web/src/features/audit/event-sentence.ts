import type { Event, TaskStatus } from '@crewboard/contracts';
import { statusNames } from '../../lib/board/statuses.ts';
import { subjectNames } from './event-types.ts';

/** What somebody did, after their name: "moved", “Fix the login”, "from To do to Done". */
export interface Sentence {
  verb: string;
  /** The subject as it was called after the change, in quotes where it has a name. */
  subject: string;
  rest: string;
}

const FIELDS: Record<string, string> = { assignedAgentId: 'assignee', projectId: 'project' };

export function sentenceOf(event: Event): Sentence {
  const subject = hasName(event) ? `“${subjectName(event)}”` : `a ${subjectName(event).toLowerCase()}`;
  return { verb: verbOf(event), subject, rest: restOf(event) };
}

/** The title of a task, the name of anything else that has one. */
export function subjectName({ subject, snapshot }: Event): string {
  return String(snapshot.title ?? snapshot.name ?? subjectNames[subject.type].one);
}

const hasName = ({ snapshot }: Event) => (snapshot.title ?? snapshot.name) !== undefined;

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
  }
}

function restOf({ type, changes, snapshot }: Event): string {
  if (type === 'member.added') return `as ${String(snapshot.role)}`;
  const status = changes?.status;
  if (type !== 'task.moved' || !status) return '';
  return `from ${statusNames[status.before as TaskStatus]} to ${statusNames[status.after as TaskStatus]}`;
}

/** "the title and the priority ". */
function fieldsOf(changes: Event['changes']): string {
  const names = Object.keys(changes ?? {}).map((field) => `the ${FIELDS[field] ?? field}`);
  const last = names.pop();
  if (!last) return 'something ';
  return `${names.length > 0 ? `${names.join(', ')} and ` : ''}${last} `;
}
