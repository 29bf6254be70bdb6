import { stripVTControlCharacters } from 'node:util';
import { Option } from 'commander';

export const jsonOption = () => new Option('--json', 'print one JSON object and nothing else');

/** With --json one JSON object and nothing else; otherwise lines for people. */
export function print(asJson: boolean | undefined, object: object, lines: string[]): void {
  process.stdout.write(`${asJson ? JSON.stringify(object) : lines.join('\n')}\n`);
}

/**
 * Columns as wide as their longest cell; `whenEmpty` in place of a table without rows. People enter names: no escape
 * sequence of one reaches the terminal.
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
