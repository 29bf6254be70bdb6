import { stripVTControlCharacters } from 'node:util';
import { Option } from 'commander';

export const jsonOption = () => new Option('--json', 'print one JSON object and nothing else');

/** Prints the result of a command: one JSON object (--json), or lines for people. */
export function print(asJson: boolean | undefined, object: object, lines: string[]): void {
  process.stdout.write(`${asJson ? JSON.stringify(object) : lines.join('\n')}\n`);
}

/**
 * Formats a table, or `whenEmpty` if it has no rows. Removes escape sequences, because people enter the names in it,
 * which must not control the terminal.
 */
export function table(header: string[], rows: string[][], whenEmpty?: string): string[] {
  if (whenEmpty !== undefined && rows.length === 0) return [whenEmpty];
  const all = [header, ...rows].map((row) => row.map((cell) => stripVTControlCharacters(cell)));
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
