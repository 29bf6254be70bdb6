export type { CallOptions, Page, Projection, Retry } from './call-options.ts';
export { type Crewboard, createClient } from './client.ts';
export type { ConnectionOptions } from './connection.ts';
export {
  ConnectionError,
  CrewboardError,
  isCode,
  isTransient,
  TaskFailure,
  TaskRelease,
} from './errors.ts';
export type { FollowEventsInput, FollowOptions } from './follow-events.ts';
export type { Areas } from './generated/areas.ts';
export { operations, type Route } from './generated/operations.ts';
export type * from './generated/types.ts';
export { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts';
export { hasEnded, type WaitForTasksOptions } from './wait-for-tasks.ts';
export { createWorker } from './worker.ts';
export type * from './worker-options.ts';
