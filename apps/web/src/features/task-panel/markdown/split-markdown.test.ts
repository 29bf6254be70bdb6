import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxPieceLength, splitMarkdown } from './split-markdown.ts';
import { hostileUnit, repeatTo } from './testing/hostile-markdown.ts';
import { longReport } from './testing/report.ts';

const textsOf = (text: string) => splitMarkdown(text).map((piece) => piece.text);
const sentence = 'Seven words are in this short sentence. ';
const paragraph = `${sentence.repeat(20).trim()}\n`;

test('a short text is one piece', () => {
  expect(splitMarkdown('# Title\n\n- a\n- b\n')).toEqual([
    { start: 0, text: '# Title\n\n- a\n- b\n', isCode: false },
  ]);
  expect(splitMarkdown('')).toEqual([]);
});

test('pieces are whole paragraphs, as many as fit', () => {
  expect(textsOf(`${paragraph}\n`.repeat(3).trimEnd())).toEqual([
    `${paragraph}\n`,
    `${paragraph}\n`,
    paragraph.trimEnd(),
  ]);
});

test('a code block is a piece of its own, of any length, without its fences', () => {
  const code = `${'const a = 1;\n'.repeat(400)}\n\`\`\n`;
  expect(splitMarkdown(`Before\n\`\`\`\`ts\n${code}\`\`\`\`\nAfter`)).toEqual([
    { start: 0, text: 'Before\n', isCode: false },
    { start: 7, text: code, isCode: true },
    { start: 7 + 7 + code.length + 5, text: 'After', isCode: false },
  ]);
});

test('a code block without an end takes the rest of the text, and a short one in a list stays in its item', () => {
  expect(splitMarkdown('~~~\na\n```\nb')).toEqual([{ start: 0, text: 'a\n```\nb', isCode: true }]);
  expect(textsOf('- a\n  ```\n  b\n  ```\n')).toEqual(['- a\n  ```\n  b\n  ```\n']);
});

test('a long table is split between rows, and each piece has its header', () => {
  const header = '| Name | Rows |\n|---|--:|\n';
  const row = '| import | 10,482 |\n';
  const pieces = textsOf(`${header}${row.repeat(200)}\nAfter`);
  expect(pieces.length).toBeGreaterThan(2);
  for (const piece of pieces.slice(0, -1))
    expect(piece).toMatch(/^\| Name \| Rows \|\n\|---\|--:\|\n(\| import \| 10,482 \|\n)+/);
  expect(pieces.join('').split(row).length - 1).toBe(200);
  expect(pieces.at(-1)?.endsWith('After')).toBe(true);
});

test('a long list is split before an item that is not indented', () => {
  const item = `- first\n  goes on\n    - nested ${sentence}\n\n      a paragraph of it\n`;
  for (const piece of textsOf(item.repeat(60))) expect(piece.startsWith('- first')).toBe(true);
});

test('a long code block in a list is a piece, and what follows it is no code', () => {
  const code = 'const a = `*b*`;\n'.repeat(200);
  const indented = code.replaceAll(/^/gm, '   ').trimEnd();
  const pieces = splitMarkdown(`1. First\n\n   \`\`\`js\n${indented}\n   \`\`\`\n\n   More\n\n2. Second`);
  expect(pieces.map(({ text, isCode }) => [text, isCode])).toEqual([
    ['1. First\n\n', false],
    [code, true],
    ['\nMore\n\n2. Second', false],
  ]);
});

test('a code block in a list ends with the list', () => {
  const code = '  const a = 1;\n'.repeat(200);
  expect(textsOf(`- a\n  ~~~\n${code}\n- b\n`).at(-1)).toBe('- b\n');
});

test('a short code block in a list is not split', () => {
  const item = `- ${sentence}\n  \`\`\`\n${'  const a = 1;\n\n'.repeat(30)}  \`\`\`\n`;
  for (const piece of textsOf(item.repeat(20)))
    expect(piece.match(/```/g)?.length ?? 0).toSatisfy((n) => n % 2 === 0);
});

test('a numbered list goes on with its number, also if each item has the same', () => {
  const starts = (item: (index: number) => string) =>
    textsOf(Array.from({ length: 9 }, (_, index) => item(index)).join('')).map((piece) => piece.slice(0, 2));
  const numbers = ['1.', '2.', '3.', '4.', '5.', '6.', '7.', '8.', '9.'];
  expect(starts(() => `1. ${paragraph}`)).toEqual(numbers);
  expect(starts((index) => `${index + 1}. ${paragraph}\n`)).toEqual(numbers);
  expect(starts(() => `1. ${paragraph}\n## Next\n\n`)).toEqual(numbers.map(() => '1.'));
});

test('a piece within a deep list starts at its own indentation', () => {
  const item = `    - nested ${sentence}\n      - deeper\n`;
  for (const piece of textsOf(`- first\n${item.repeat(80)}`).slice(1)) expect(piece).toMatch(/^- \w+/);
});

test('a fence that is indented by four blanks is part of the code', () => {
  const code = '1. a\n    ```\n    b\n    ```\n';
  expect(splitMarkdown(`\`\`\`md\n${code}\`\`\`\n`)).toEqual([{ start: 0, text: code, isCode: true }]);
});

test('a heading ends a table', () => {
  const pieces = textsOf(`| a | b |\n|---|---|\n| 1 | 2 |\n# Next\n${paragraph.repeat(4)}`);
  expect(pieces.filter((piece) => piece.includes('| a | b |'))).toHaveLength(1);
});

test('a heading with a line below it is no table header', () => {
  const pieces = textsOf(`Name | x\n---\n${paragraph.repeat(4)}`);
  expect(pieces.filter((piece) => piece.includes('Name | x'))).toHaveLength(1);
});

test('a long line is split at a blank, and no character is split in two', () => {
  const pieces = textsOf(sentence.repeat(100));
  for (const piece of pieces.slice(0, -1)) expect(piece.endsWith(' ')).toBe(true);
  for (const piece of textsOf('\u{1f600}'.repeat(4_000))) expect(piece).toMatch(/^\p{Emoji_Presentation}+$/u);
});

test('links find their definitions from every piece', () => {
  const pieces = textsOf(`${`See [the log][1]. ${paragraph}\n`.repeat(5)}\n[1]: https://example.com/log\n`);
  expect(pieces.length).toBeGreaterThan(2);
  for (const piece of pieces) expect(piece).toContain('\n[1]: https://example.com/log');
});

test('no piece is too long, and their places ascend', () => {
  const expectBounded = (text: string) => {
    let end = -1;
    for (const { start, text: part, isCode } of splitMarkdown(text)) {
      expect(start).toBeGreaterThan(end);
      if (!isCode) expect(part.length).toBeLessThanOrEqual(maxPieceLength + 1_002);
      end = start;
    }
  };
  expectBounded(longReport);
  const lengths = fc.integer({ min: 1, max: 9_000 });
  fc.assert(fc.property(hostileUnit, lengths, (unit, length) => expectBounded(repeatTo(unit, length))));
});

test('pieces without repeated parts add up to the text, except for the indentation of lists', () => {
  const words = fc.constantFrom(
    'a',
    'word ',
    '- a\n',
    '  b\n',
    '\n',
    '> q\n',
    '# h\n',
    '    code\n',
    paragraph,
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 60 }), (parts) => {
      const withoutBlanks = (text: string) => text.replaceAll(' ', '');
      expect(withoutBlanks(textsOf(parts.join('')).join(''))).toBe(withoutBlanks(parts.join('')));
    }),
  );
});
