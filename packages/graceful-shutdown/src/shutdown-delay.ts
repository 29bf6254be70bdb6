const maxSeconds = 300;

/**
 * Parses SHUTDOWN_DELAY_SECONDS, a whole number of seconds from 0 (the default) to 300. Throws an error that names the
 * variable.
 */
export function parseShutdownDelay(text = ''): number {
  const seconds = Number(text);
  if (/^\d*$/.test(text) && seconds <= maxSeconds) return seconds;
  throw new Error(`SHUTDOWN_DELAY_SECONDS must be a whole number from 0 to ${maxSeconds}; it is "${text}".`);
}
