import { z } from 'zod';

/** Every kind of change that the log records. */
export const EventType = z.enum([
  'task.created',
  'task.updated',
  'task.claimed',
  'task.moved',
  'task.completed',
  'agent.created',
  'agent.updated',
  'agent.deactivated',
  'agent.reactivated',
  'agent.token_rotated',
  'project.created',
  'project.updated',
  'api_key.created',
  'api_key.revoked',
  'member.added',
]);
export type EventType = z.infer<typeof EventType>;
