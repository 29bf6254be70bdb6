import { stripVTControlCharacters, styleText } from 'node:util';
import { count, type Finding, type Level } from './finding.ts';

const colors = { ok: 'green', warning: 'yellow', error: 'red' } as const;
const maxWidth = 110;
const minTextWidth = 40;

export const summarize = (findings: Finding[]) => ({
  errors: findings.filter(({ level }) => level === 'error').length,
  warnings: findings.filter(({ level }) => level === 'warning').length,
});

/** Lines for the terminal: each finding with its remedy below, and a summary. Long texts are wrapped and indented. */
export function renderFindings(findings: Finding[]): string[] {
  const nameWidth = Math.max(...findings.map(({ check }) => check.length));
  const indent = 'warning  '.length + nameWidth + 2;
  const width = Math.max(minTextWidth, Math.min(process.stdout.columns ?? maxWidth, maxWidth) - indent);
  const lines = findings.flatMap(({ level, check, message, remedy }) => {
    const [first, ...rest] = wrap(message, width);
    const advice = remedy === undefined ? [] : wrap(`→ ${remedy}`, width - 2, '  ');
    return [
      `${mark(level)}  ${check.padEnd(nameWidth)}  ${first}`,
      ...[...rest, ...advice].map((line) => `${' '.repeat(indent)}${line}`),
    ];
  });
  const { errors, warnings } = summarize(findings);
  const all = `${count(errors, 'error')}, ${count(warnings, 'warning')}.`;
  return [...lines, '', errors + warnings === 0 ? 'Everything is all right.' : all];
}

/** Colored only on a terminal. */
const mark = (level: Level) =>
  styleText(colors[level], level.padEnd('warning'.length), { stream: process.stdout });

/** Breaks at spaces; a longer word, such as a path, stays whole. */
function wrap(text: string, width: number, hanging = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of stripVTControlCharacters(text).split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && longer.length > width) {
      lines.push(line);
      line = `${hanging}${word}`;
    } else line = longer;
  }
  return [...lines, line];
}
