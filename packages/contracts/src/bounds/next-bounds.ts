// When an open task counts as stale, in seconds.

/** Of the times that a project sets: a minute to a year. */
export const minStaleSeconds = 60;
export const maxStaleSeconds = 31_536_000;

/** After so many seconds a task is stale that an agent is to do and gives no sign of, or that is in the queue. */
export type StaleTimes = readonly [ofAgent: number, inQueue: number];

/** Of a project that has not set them. */
export const defaultStaleTimes: StaleTimes = [86_400, 604_800];

/** So many of the tasks that a task waits for are named with its next actor. */
export const maxNamedBlockers = 5;
