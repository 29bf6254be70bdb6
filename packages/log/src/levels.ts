/** The values of LOG_LEVEL. This file must not import pino, because Next would bundle it. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const isLogLevel = (text: string): text is LogLevel => (logLevels as readonly string[]).includes(text);
