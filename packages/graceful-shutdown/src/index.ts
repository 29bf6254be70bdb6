export { parseShutdownDelay } from './shutdown-delay.ts';
export { stopListening } from './stop-listening.ts';
