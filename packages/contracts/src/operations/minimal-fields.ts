import type { z } from 'zod';
import { shortNames } from '../fields/fields.ts';
import { taskFields } from '../fields/task-fields.ts';
import type { OperationOf, RestOperationId } from './operation-ids.ts';

/** The fields of a written task that the next call needs. */
const taskState = shortNames(taskFields, 'written');
/** The fields of a claimed task that an agent needs to do it. */
export const claimedTaskFields = [
  ...shortNames(taskFields, 'claimed'),
  'instructions',
  'context',
  'blockers',
  'children',
  'next',
] as const;
const event = ['id', 'type', 'subject', 'actor', 'createdAt'] as const;
const agentState = ['id', 'name', 'status'] as const;
const project = ['id', 'name'] as const;
const paused = ['id', 'paused'] as const;
const webhook = ['id', 'enabled'] as const;
const delivery = ['id', 'eventType', 'status'] as const;

/** The names of the fields of an output, as in `fieldsOf`. */
type FieldOf<Output> = Output extends readonly (infer Item)[]
  ? FieldOf<Item>
  : Output extends object
    ? keyof Output
    : never;

/**
 * The fields of a response with `Prefer: return=minimal` (RFC 7240, section 4.2), of each item for a list. Results of
 * MCP tools have them too, unless the tool names others. An operation without an entry has a response without a body.
 */
export const minimalFields = {
  'tasks.list': [...shortNames(taskFields, 'listed'), 'next'],
  'tasks.create': taskState,
  'tasks.createMany': taskState,
  'tasks.get': [...taskState, 'instructions', 'context', 'blockers', 'children', 'next'],
  'tasks.update': taskState,
  'tasks.claim': claimedTaskFields,
  'tasks.claimNext': claimedTaskFields,
  'tasks.complete': taskState,
  'tasks.heartbeat': [...taskState, 'notices'],
  'tasks.fail': taskState,
  'tasks.release': taskState,
  'tasks.move': taskState,
  'tasks.archive': taskState,
  'tasks.restore': taskState,
  'tasks.attempts': ['attempt', 'agentId', 'startedAt', 'outcome', 'reason'],
  'attention.get': ['tasks', 'stuck'],
  'comments.list': ['id', 'body', 'author', 'createdAt'],
  'comments.create': ['id'],
  'comments.get': ['id', 'body', 'author'],
  'agents.list': agentState,
  'agents.create': ['id', 'token'],
  'agents.get': agentState,
  'agents.update': agentState,
  'agents.rotateToken': ['id', 'token'],
  'agents.pause': paused,
  'agents.resume': paused,
  'projects.list': project,
  'projects.create': project,
  'projects.get': project,
  'projects.update': project,
  'projects.pause': paused,
  'projects.resume': paused,
  'projects.archive': project,
  'projects.restore': project,
  'teams.me': ['kind', 'teamId'],
  'members.list': ['id', 'name'],
  'teams.get': ['id', 'name', 'paused'],
  'teams.pause': paused,
  'teams.resume': paused,
  'events.list': event,
  'events.listForTask': event,
  'webhooks.list': webhook,
  'webhooks.create': ['id', 'secret'],
  'webhooks.get': webhook,
  'webhooks.update': webhook,
  'webhooks.rotateSecret': ['id', 'secret'],
  'webhooks.test': delivery,
  'webhooks.recover': ['webhookId', 'since'],
  'webhooks.deliveries': delivery,
  'webhooks.delivery': delivery,
  'webhooks.redeliver': delivery,
} as const satisfies {
  [Id in Exclude<RestOperationId, 'webhooks.delete'>]: readonly FieldOf<
    z.output<OperationOf<Id>['output']>
  >[];
};
