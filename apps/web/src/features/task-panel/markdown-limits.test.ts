import { expect, test } from 'vitest';
import { findExceededLimit } from './markdown-limits.ts';
import { longReport } from './testing/report.ts';

test.each([
  ['plain text', 'a'.repeat(100_001), 'maxLength'],
  ['paragraphs', 'a\n\n'.repeat(1_001), 'maxLines'],
  ['quotes in each other', '>'.repeat(17), 'maxNesting'],
  ['lists in each other', '- '.repeat(17), 'maxNesting'],
  ['numbers in each other', '1. '.repeat(17), 'maxNesting'],
  ['footnotes in each other', '[^a]: '.repeat(17), 'maxNesting'],
  ['footnotes and quotes in each other', `[^a\\]]:${'>'.repeat(16)}`, 'maxNesting'],
  ['lists in each other over lines', nestedList('  ', 17), 'maxNesting'],
  ['lists in each other over lines with tabs', nestedList('\t', 17), 'maxNesting'],
  ['items of one list', '- a\n'.repeat(1_001), 'maxMarkers'],
  ['definitions', '[a]: b\n'.repeat(1_001), 'maxMarkers'],
  ['underlined headings', 'a\n=\n---\n'.repeat(501), 'maxMarkers'],
  ['links', '[a](b) '.repeat(5).concat('\n\n').repeat(601), 'maxDelimiters'],
  ['emphasis', '*a_ '.repeat(1_001), 'maxDelimitersPerBlock'],
  ['emphasis in a list', `- a\n${'    - *a_\n'.repeat(800)}`, 'maxDelimitersPerBlock'],
  [
    'emphasis behind white space that is not blank',
    `a\n\u00a0\n${'*a_ '.repeat(1_000)}`,
    'maxDelimitersPerBlock',
  ],
  ['brackets', ']'.repeat(2_900), 'maxDelimitersPerBlock'],
  ['images in each other', '!['.repeat(1_000) + '](a)'.repeat(1_000), 'maxDelimitersPerBlock'],
  ['a run of asterisks on both sides', `${'*'.repeat(3_000)}a${'*'.repeat(3_000)}`, 'maxDelimitersPerBlock'],
  ['code without an end', '\\``'.repeat(2_000), 'maxDelimitersPerBlock'],
  ['HTML without an end', 'a<?'.repeat(2_000), 'maxDelimitersPerBlock'],
  ['addresses without an end', 'www.a_'.repeat(600), 'maxDelimitersPerBlock'],
  ['writing directions that alternate', '\u05d0a'.repeat(2_000), 'maxDelimitersPerBlock'],
  ['HTML without an end in a long paragraph', 'a<? and more words '.repeat(800), 'maxReadAgain'],
  ['a table of short rows', `|${'a|'.repeat(70)}\n|${'-|'.repeat(70)}\n${'|\n'.repeat(70)}`, 'maxTableCells'],
])('rejects %s', (_name, text, limit) => {
  expect(findExceededLimit(text)).toBe(limit);
});

test.each([
  ['an empty text', ''],
  ['a report of 60,000 characters', longReport],
  ['plain text of 100,000 characters', 'word and more '.repeat(7_000)],
  ['text in one direction from right to left', '\u05d0\u05d1\u05d2 '.repeat(20_000)],
  ['code that is indented deeply', `\`\`\`\n${`${' '.repeat(60)}a(b)\n`.repeat(500)}\`\`\``],
])('accepts %s', (_name, text) => {
  expect(findExceededLimit(text)).toBeNull();
});

function nestedList(indentation: string, depth: number): string {
  return Array.from({ length: depth }, (_, level) => `${indentation.repeat(level)}- a`).join('\n');
}
