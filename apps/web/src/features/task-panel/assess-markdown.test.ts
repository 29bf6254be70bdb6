import { expect, test } from 'vitest';
import { assessMarkdown, maxMarkdownLength } from './assess-markdown.ts';

const report = `# Report

Some **bold** and *italic* text with \`code\` and a [link](https://example.com/a/b), and more words after it.

- item one with **bold**
- item two
  - nested item with \`snake_case\`
- [x] done https://example.com/x

| a | b | c |
|---|---|---|
| 1 | 2 | 3 |

\`\`\`ts
const items: Map<string, number[]> = new Map([['*', [__a__]]]);
\`\`\`

> quoted text here

1. first
2. second

`;

test.each([
  ['emphasis', '*a_ '.repeat(25_000)],
  ['emphasis in 4,000 characters', '*a_ '.repeat(1_000)],
  ['quotes in each other', '>'.repeat(2_500)],
  ['lists in each other', '- '.repeat(2_500)],
  ['numbers in each other', '1. '.repeat(2_500)],
  [
    'lists in each other over lines',
    Array.from({ length: 300 }, (_, i) => `${'  '.repeat(i)}- a`).join('\n'),
  ],
  ['footnotes in each other', '[^a]: '.repeat(200)],
  ['brackets', ']'.repeat(100_000)],
  ['images in each other', `${'!['.repeat(2_500)}${'](a)'.repeat(2_500)}`],
  ['a run of asterisks on both sides', `${'*'.repeat(5_000)}a${'*'.repeat(5_000)}`],
  ['code without an end', '\\``'.repeat(30_000)],
  ['HTML without an end', 'a<?'.repeat(30_000)],
  [
    'table of 1,000 columns and rows',
    `|${'a|'.repeat(1_000)}\n|${'-|'.repeat(1_000)}\n${'|\n'.repeat(1_000)}`,
  ],
  ['writing directions that alternate', '\u05d0a'.repeat(10_000)],
  ['definitions', Array.from({ length: 9_000 }, (_, i) => `[${i}]: b`).join('\n')],
  ['items of one list', '- a\n'.repeat(20_000)],
  ['text behind code that HTML hides', `<div>\n\`\`\`\n\n${'*a_ '.repeat(25_000)}`],
  ['text behind code that ends with its item', `- a\n  \`\`\`\n${'*a_ '.repeat(25_000)}`],
  ['text behind code in an item', `- \`\`\`\n  \`\`\`\n${'*a_ '.repeat(25_000)}`],
  ['text behind white space that is not blank', `a\n\u00a0\n${'*a_ '.repeat(25_000)}`],
])('rejects %s as too complex', (_name, text) => {
  expect(assessMarkdown(text)).toEqual({ isFormatted: false, reason: 'too complex' });
});

test('rejects what is longer than any field as too long', () => {
  const text = 'a'.repeat(maxMarkdownLength + 1);
  expect(assessMarkdown(text)).toEqual({ isFormatted: false, reason: 'too long' });
});

test('accepts a short text as one part', () => {
  expect(assessMarkdown(report)).toMatchObject({ isFormatted: true, parts: [{ start: 0, text: report }] });
  expect(assessMarkdown('')).toMatchObject({ isFormatted: true, parts: [{ start: 0, text: '' }] });
});

test.each([
  ['a report', report],
  ['prose', `${'word and word more. '.repeat(40)}\n\n`],
  ['code', `\`\`\`py\n${'def f(a, *b, **c): return a[b_c]\n\n'.repeat(20)}\`\`\`\n\n`],
])('accepts %s of 90,000 characters in parts that make up the whole', (_name, unit) => {
  const text = unit.repeat(Math.floor(90_000 / unit.length));
  const assessment = assessMarkdown(text);
  if (!assessment.isFormatted) throw new Error(assessment.reason);
  expect(assessment.parts.length).toBeGreaterThan(3);
  expect(assessment.parts.map((part) => part.text).join('')).toBe(text);
});

test('does not cut a text with definitions, which apply to all of it', () => {
  const assessment = assessMarkdown(`${report.repeat(4)}[a]: https://example.com\n`);
  expect(assessment).toMatchObject({ isFormatted: true, parts: [{ start: 0 }] });
});
