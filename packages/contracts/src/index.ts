export * from './agent.ts';
export * from './error.ts';
export * from './event.ts';
export * from './me.ts';
export * from './paging.ts';
export * from './project.ts';
export * from './status.ts';
export * from './task.ts';
export { Time } from './text.ts';
