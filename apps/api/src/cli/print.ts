import { stripVTControlCharacters } from 'node:util';

/** With --json one JSON object and nothing else; otherwise lines for people. */
export function print(asJson: boolean | undefined, object: object, lines: string[]): void {
  process.stdout.write(`${asJson ? JSON.stringify(object) : lines.join('\n')}\n`);
}

/** Columns as wide as their longest cell. */
export function table(header: string[], rows: string[][]): string[] {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map((row) =>
    stripVTControlCharacters(
      row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '),
    ).trimEnd(),
  );
}
