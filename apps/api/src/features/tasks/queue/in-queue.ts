import { raw } from '@crewboard/db';

/** SQL: whether a task is in the queue of claim-next. The indexes of the queue have this condition, and `isInQueue` of the rules is its twin. */
export const isInQueue = raw(`held_since is null and status = 'todo' and needs_attention is null`);
