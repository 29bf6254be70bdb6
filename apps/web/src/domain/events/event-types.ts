import type { EventSubject, EventType } from '@crewboard/contracts';

/** The label of every event type, in the order of selects. */
export const typeNames: Record<EventType, string> = {
  'task.created': 'Task created',
  'task.updated': 'Task changed',
  'task.claimed': 'Task claimed',
  'task.moved': 'Task moved',
  'task.completed': 'Task completed',
  'task.released': 'Task released',
  'task.failed': 'Task failed',
  'task.lease_expired': 'Task lease expired',
  'task.commented': 'Task commented on',
  'task.archived': 'Task archived',
  'task.restored': 'Task restored',
  'task.deleted': 'Task deleted',
  'task.blocked': 'Task blocked',
  'task.unblocked': 'Task unblocked',
  'task.stale': 'Task stale',
  'agent.created': 'Agent created',
  'agent.updated': 'Agent changed',
  'agent.deactivated': 'Agent deactivated',
  'agent.reactivated': 'Agent reactivated',
  'agent.token_rotated': 'Agent token rotated',
  'agent.token_expiring': 'Agent token expires soon',
  'agent.paused': 'Agent paused',
  'agent.resumed': 'Agent resumed',
  'project.created': 'Project created',
  'project.updated': 'Project changed',
  'project.paused': 'Project paused',
  'project.resumed': 'Project resumed',
  'project.archived': 'Project archived',
  'project.restored': 'Project restored',
  'project.deleted': 'Project deleted',
  'team.paused': 'Team paused',
  'team.resumed': 'Team resumed',
  'team.deleted': 'Team deleted',
  'team.restored': 'Team restored',
  'api_key.created': 'API key created',
  'api_key.revoked': 'API key revoked',
  'api_key.expiring': 'API key expires soon',
  'member.added': 'Member added',
  'member.updated': 'Member renamed',
  'member.role_changed': 'Member role changed',
  'member.removed': 'Member removed',
  'member.password_changed': 'Password changed',
  'member.password_reset': 'Password reset by an operator',
  'member.signed_in_on_new_device': 'Signed in on a new device',
  'invitation.created': 'Invitation created',
  'invitation.accepted': 'Invitation accepted',
  'invitation.revoked': 'Invitation revoked',
  'webhook.created': 'Webhook created',
  'webhook.updated': 'Webhook changed',
  'webhook.disabled': 'Webhook disabled by the service',
  'webhook.deleted': 'Webhook deleted',
  'webhook.secret_rotated': 'Webhook secret rotated',
  'webhook.tested': 'Webhook tested',
  'webhook.redelivered': 'Webhook delivery sent again',
  'webhook.recovered': 'Webhook deliveries recovered',
};

/** `many` names a group of event types in a select. All events of a page are about one team. */
export const subjectNames: Record<EventSubject, { one: string; many: string }> = {
  task: { one: 'Task', many: 'Tasks' },
  agent: { one: 'Agent', many: 'Agents' },
  project: { one: 'Project', many: 'Projects' },
  team: { one: 'Team', many: 'Team' },
  api_key: { one: 'API key', many: 'API keys' },
  member: { one: 'Member', many: 'Members' },
  invitation: { one: 'Invitation', many: 'Invitations' },
  webhook: { one: 'Webhook', many: 'Webhooks' },
};

export const eventTypes = Object.keys(typeNames) as EventType[];
export const subjectTypes = Object.keys(subjectNames) as EventSubject[];

/** Whether events of this type have subjects of that type. */
export const isAbout = (type: EventType, subject: EventSubject): boolean => type.startsWith(`${subject}.`);

/** All event types of a subject type, with labels. */
export const typesAbout = (subject: EventSubject): { value: EventType; label: string }[] =>
  eventTypes.filter((type) => isAbout(type, subject)).map((value) => ({ value, label: typeNames[value] }));

/** All event types grouped by subject type, or those of one, as the data of a select. */
export const typesBySubject = (only?: EventSubject) =>
  subjectTypes
    .filter((subject) => !only || subject === only)
    .map((subject) => ({ group: subjectNames[subject].many, items: typesAbout(subject) }));
