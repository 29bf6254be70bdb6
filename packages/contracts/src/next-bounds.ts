// When an open task counts as stale, in seconds. Without zod, for pages.

/** Of the times that a project sets: a minute to a year. */
export const minStaleSeconds = 60;
export const maxStaleSeconds = 31_536_000;

/** Of a project that has not set them: of work that gives no sign, and of a task in the queue. */
export const defaultStaleSeconds = { working: 86_400, queued: 604_800 };

/** So many of the tasks that a task waits for are named with its next actor. */
export const maxNamedBlockers = 5;
