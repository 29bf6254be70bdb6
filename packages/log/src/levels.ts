/** The values of LOG_LEVEL. Apart from pino, which Next would bundle. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const isLogLevel = (text: string): text is LogLevel => (logLevels as readonly string[]).includes(text);
