export { createLog } from './create-log.ts';
export { logConsole } from './log-console.ts';
