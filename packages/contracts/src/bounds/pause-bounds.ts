/** The maximum of the `graceSeconds` of a pause. */
export const maxPauseGraceSeconds = 600;

/** How a pause is when the request does not say. */
export const pauseDefaults = { mode: 'finish', graceSeconds: 30 } as const;
