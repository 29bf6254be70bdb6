import { format, stripVTControlCharacters } from 'node:util';
import type { Logger } from 'pino';

const levels = { log: 'info', info: 'info', debug: 'debug', warn: 'warn', error: 'error' } as const;

/**
 * Redirects `console` and the warnings of Node to the log, such as for Next, which prints to `console`.
 * `console.error({ status }, 'text')` writes a line with the field `status`. The first error of a call becomes its
 * `err`, other arguments become text.
 */
export function logConsole(log: Logger): void {
  for (const [method, level] of Object.entries(levels)) {
    console[method as keyof typeof levels] = (...parts: unknown[]) => {
      const { fields, text } = toLine(parts);
      if (text) log[level](fields, text);
    };
  }
  // Remove Node's own listener, which prints warnings as text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, warning.message));
}

function toLine(parts: unknown[]): { fields: object; text: string } {
  const [first, second] = parts;
  const hasFields = isFields(first) && parts.length === 2 && typeof second === 'string';
  const printed = hasFields ? [second] : parts;
  const err = printed.find((part) => part instanceof Error);
  const texts = printed.map((part) => (part instanceof Error ? part.message : part));
  const text = stripVTControlCharacters(format(...texts)).trim();
  return { fields: { ...(hasFields && first), ...(err && { err }) }, text };
}

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
