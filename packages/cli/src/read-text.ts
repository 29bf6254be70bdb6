import { createReadStream } from 'node:fs';
import { CliError, exitCodes } from './exit-codes.ts';
import { toLine } from './print.ts';
import { readAll, type Terminal } from './terminal.ts';

const maxUtf8BytesPerCharacter = 4;

type TextFlag = { flag: string; maxLength: number };

/**
 * The text of a flag: its value, where `@@` at the beginning stands for `@`; the content of a file for `@FILE`;
 * standard input for `-` or `@-`. White space at the end of a file or of standard input is left out. Throws a usage
 * error for a file or an input that cannot be read, is not UTF-8 or has more than `maxLength` characters.
 */
export async function readText(value: string, { flag, maxLength }: TextFlag, terminal: Terminal) {
  if (value.startsWith('@@')) return value.slice(1);
  if (!isStdin(value) && !value.startsWith('@')) return value;
  try {
    const bytes = await readBytes(value, { flag, maxLength }, terminal);
    const text = bytes && decode(bytes);
    if (text !== undefined && [...text].length <= maxLength) return text;
    throw new Error(`more than ${maxLength.toLocaleString('en')} characters, which is the most it takes.`);
  } catch (error) {
    const message = toLine((error as Error).message);
    const hint = isStdin(value) ? '' : `\n  For a text that begins with @, write '@${toLine(value)}'.`;
    throw new CliError(
      `${flag}: cannot read ${isStdin(value) ? 'standard input' : toLine(value.slice(1))}: ${message}${hint}`,
      exitCodes.usage,
    );
  }
}

export const isStdin = (value: unknown): boolean => value === '-' || value === '@-';

/** Undefined if there is more than any text of `maxLength` characters can have. */
function readBytes(value: string, { flag, maxLength }: TextFlag, { stdin, stderr }: Terminal) {
  const maxBytes = maxLength * maxUtf8BytesPerCharacter;
  if (!isStdin(value)) return readAll(createReadStream(value.slice(1)), maxBytes);
  if (stdin.isTTY) stderr.write(`Enter the text of ${flag}. Ctrl-D ends it.\n`);
  return readAll(stdin, maxBytes);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trimEnd();
  } catch {
    throw new Error('it is not UTF-8 text.');
  }
}
