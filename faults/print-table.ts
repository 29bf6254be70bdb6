import { styleText } from 'node:util';
import type { Row } from './row.ts';

const widths = { fault: 30, expected: 40, seen: 66 };

function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

function linesOf({ fault, expected, seen, ok }: Row): string[] {
  const cells = [
    wrap(fault, widths.fault),
    wrap(expected, widths.expected),
    wrap(seen, widths.seen),
  ] as const;
  const height = Math.max(...cells.map((cell) => cell.length));
  return Array.from({ length: height }, (_, line) => {
    const mark = line > 0 ? ' ' : ok ? styleText('green', '✓') : styleText('red', '✗');
    const [first, second, third] = cells.map((cell) => cell[line] ?? '');
    return `${mark} ${first?.padEnd(widths.fault)}  ${second?.padEnd(widths.expected)}  ${third}`.trimEnd();
  });
}

/** The rows as a table that fits a wide terminal. */
export function renderTable(rows: Row[]): string {
  const head = `  ${'fault'.padEnd(widths.fault)}  ${'expected'.padEnd(widths.expected)}  seen`;
  return [head, '', ...rows.flatMap((row) => [...linesOf(row), ''])].join('\n');
}
