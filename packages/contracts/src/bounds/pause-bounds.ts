export const maxPauseGraceSeconds = 600;

/** The values of a pause that the request leaves out. */
export const pauseDefaults = { mode: 'finish', graceSeconds: 30 } as const;
