// When an open task counts as stale, and how much its `next` names.

/** The bounds of the times that a project sets: a minute to a year. */
export const minStaleSeconds = 60;
export const maxStaleSeconds = 31_536_000;

/**
 * Seconds until a task is stale. `ofAgent`: while it is assigned to or held by an agent, since the last sign of the
 * agent. `inQueue`: while it waits in the queue.
 */
export type StaleTimes = readonly [ofAgent: number, inQueue: number];

/** The times of a project that does not set them: a day and a week. */
export const defaultStaleTimes: StaleTimes = [86_400, 604_800];

/** How many blockers the `next` of a task names. */
export const maxNamedBlockers = 5;
