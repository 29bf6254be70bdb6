import { describe, expect, test } from 'vitest';
import { csvRecord } from './csv.ts';

/** Parses one record strictly by RFC 4180. */
function parseRecord(text: string): string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  for (let end = ','; end === ','; ) {
    const match = cell.exec(text);
    if (!match) throw new Error(`not a record: ${JSON.stringify(text)}`);
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    end = match[3] ?? '';
  }
  expect(cell.lastIndex).toBe(text.length);
  return cells;
}

/** All texts of up to three of these characters. */
const LETTERS = ['a', ' ', '"', ',', "'", '\r', '\n', '\t', '=', '+', '-', '@', '＝', 'é'];
const texts = ['', ...LETTERS].flatMap((a) =>
  ['', ...LETTERS].flatMap((b) => ['', ...LETTERS].map((c) => a + b + c)),
);

describe('csvRecord', () => {
  test('restores every cell, except for the apostrophe before a possible formula', () => {
    for (const text of texts) {
      const isFormula = /^[=+\-@\t\r\n＝]/.test(text);
      const expected = isFormula ? `'${text}` : text;
      expect(parseRecord(csvRecord(['before', text, 'after']))).toEqual(['before', expected, 'after']);
    }
  });

  test('quotes only when necessary', () => {
    expect(csvRecord(['plain', 'two words', 'a,b', 'say "hi"', ''])).toBe(
      'plain,two words,"a,b","say ""hi""",\r\n',
    );
  });

  test('escapes a link formula that would leak the cells beside it', () => {
    expect(csvRecord(['=HYPERLINK("http://evil")'])).toBe(`"'=HYPERLINK(""http://evil"")"\r\n`);
  });
});
