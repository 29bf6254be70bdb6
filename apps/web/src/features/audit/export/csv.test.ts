import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRecord } from './csv.ts';

/** Characters that have a meaning for a spreadsheet, hide what follows, or neither. */
const units = [
  ...'aé1\'",;| \t\r\n=+-@＝＋－＠',
  ...'\0\u001f\u007f\u0085\u00a0\u00ad\u034f\u115f\u200b\u200d\u200e',
  ...'\u2028\u202e\u2066\u2800\u3000\u3164\ufe0f\ufeff\u{e0041}\u{1f98a}',
];
const records = fc.array(
  fc.array(fc.string({ unit: fc.constantFrom(...units), maxLength: 8 }), { minLength: 1 }),
  {
    minLength: 1,
    maxLength: 3,
  },
);
const write = (rows: string[][]) => rows.map(csvRecord).join('');

const lenient = { relax_quotes: true, relax_column_count: true, skip_empty_lines: false, bom: false };

/** The cells as other readers see them; none where the parser rejects a quote. */
function read(text: string, options: object): string[] {
  try {
    return parse(text, { ...lenient, ...options }).flat();
  } catch (error) {
    expect((error as { code: string }).code).toMatch(/QUOTE/);
    return [];
  }
}

/** The first character that is neither invisible nor a quote. */
const firstVisible = (cell: string) =>
  /[^\s\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800"]/u.exec(cell)?.[0] ?? '';

describe('csvRecord', () => {
  test('a CSV parser restores every cell, but for apostrophes', () => {
    const withoutApostrophes = (rows: string[][]) =>
      rows.map((row) => row.map((cell) => cell.replaceAll("'", '')));
    fc.assert(
      fc.property(records, (rows) => {
        const restored = parse(write(rows), { relax_column_count: true });
        expect(withoutApostrophes(restored)).toEqual(withoutApostrophes(rows));
      }),
    );
  });

  test.each([
    ['commas', { delimiter: ',' }],
    ['semicolons', { delimiter: ';' }],
    ['tabs', { delimiter: '\t' }],
    ['semicolons, without quotes', { delimiter: ';', quote: false }],
    ['tabs, without quotes', { delimiter: '\t', quote: false }],
  ])('no cell is a formula for a reader that separates by %s', (_, options) => {
    fc.assert(
      fc.property(records, (rows) => {
        for (const cell of read(write(rows), options))
          expect('=+-@＝＋－＠').not.toContain(firstVisible(cell) || 'none');
      }),
      { numRuns: 2_000 },
    );
  });

  test('quotes every cell', () => {
    expect(csvRecord(['plain', '1', 'say "hi"', ''])).toBe('"plain","1","say ""hi""",""\r\n');
  });

  test.each([
    [
      'a link formula that would leak the cells beside it',
      '=HYPERLINK("http://evil")',
      `'=HYPERLINK("http://evil")`,
    ],
    ['a formula behind invisible characters', '\u200b\u00a0=1', "'\u200b\u00a0=1"],
    ['a formula behind a tab', '\t=1', "'\t'=1"],
    ['a formula behind a semicolon', 'a; =1', "a;' =1"],
    ['a formula behind a semicolon and a quote', 'a;"=1', `a;'"=1`],
    ['a formula in another line', 'a\r\n@b', "a\r\n'@b"],
    ['an item of a list', '- a', "'- a"],
    ['nothing, if such characters are only inside a text', 'a-b = c@d', 'a-b = c@d'],
  ])('puts an apostrophe before %s', (_, cell, expected) => {
    expect(parse(csvRecord([cell]), { bom: false })).toEqual([[expected]]);
  });

  test('takes linear time for separators and invisible characters', () => {
    const cell = `${';\u200b\t'.repeat(100_000)}${'\u200b'.repeat(200_000)}`;
    expect(csvRecord([cell])).toContain(cell.slice(0, 3));
  });
});
