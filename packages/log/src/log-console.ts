import { format, stripVTControlCharacters } from 'node:util';
import type { Logger } from 'pino';

const levels = { log: 'info', info: 'info', debug: 'debug', warn: 'warn', error: 'error' } as const;

/**
 * Writes to the log what this process prints with `console`, and the warnings of Node. `console.error({ status }, 'text')`
 * is a line with the field `status`; the first error of a call is its `err`. Other parts become text.
 */
export function logConsole(log: Logger): void {
  for (const [method, level] of Object.entries(levels)) {
    console[method as keyof typeof levels] = (...parts: unknown[]) => {
      const { fields, text } = toLine(parts);
      if (text) log[level](fields, text);
    };
  }
  // Node's own listener prints them.
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
