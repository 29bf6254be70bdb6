import { existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Opens a new log for appending, and keeps that of the previous start as `.1`.
 * @param {string} path
 */
export function openLog(path) {
  mkdirSync(dirname(path), { recursive: true });
  if (existsSync(path)) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o640);
}

/**
 * The last lines of a log, indented for an error message.
 * @param {string} path
 */
export function tailOf(path) {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(-25);
  return `The end of ${path}:\n\n${lines.map((line) => `    ${line}`).join('\n')}\n`;
}
