export * from './access.ts';
export * from './account.ts';
export * from './agent.ts';
export * from './api-key.ts';
export * from './board.ts';
export * from './comment.ts';
export * from './error.ts';
export * from './event.ts';
export { EventByType, WebhookPayloadByType } from './event-by-type.ts';
export * from './event-visibility.ts';
export * from './http-bounds.ts';
export * from './idempotency.ts';
export * from './log-position.ts';
export * from './me.ts';
export * from './member.ts';
export * from './operations/index.ts';
export * from './paging.ts';
export * from './project.ts';
export * from './status.ts';
export * from './task.ts';
export {
  codePointLength,
  maxDescriptionLength,
  maxIdLength,
  maxLongTextLength,
  maxNameLength,
  Time,
} from './text.ts';
export * from './webhook.ts';
