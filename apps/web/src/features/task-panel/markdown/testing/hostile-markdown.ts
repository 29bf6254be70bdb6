import fc from 'fast-check';

const withoutBlanks = (pieces: string) => pieces.split(' ');

const PIECES = [
  ...withoutBlanks('* ** *** _ ~ ~~ [ ] ![ ]( ][ ( ) [^ [^1]'),
  ...['[^1]: ', '[a]: b\n', '<b ', '<pre>\n'],
  ...withoutBlanks('< > <div> <!-- --> <? <!A <![CDATA[ ` `` \\ & &amp;'),
  ...['\n', '\n', '\n\n', '\r', '\r\n', '\t', ' ', '  ', '    ', '\n    ', '|', '|a', '|-|\n', '|-|-|-|\n'],
  ...['- ', '* ', '+ ', '1. ', '2) ', '> ', '- [x] ', '\n  - ', '\n   1. ', '    - ', '# ', '===\n', '---\n'],
  ...['```\n', '\n```', '~~~\n', '   ```\n', '    ```\n'],
  ...withoutBlanks('+ www. www.a http:// a@b.c @ : . " a b {'),
  ...['\u00a0', '\u00e9', '\u{1f600}', '\0'],
];

const LINES = [
  ...withoutBlanks('a word + ``` ```a` ```` ~~~ > --- <div> <!-- --> <pre> </pre> <? |---|---| ==='),
  ...['# h', '- a', '  b', '    c', '\t- t', '\tx', '1. x', '2. y', '   z', '- [ ] t', '* * *'],
  ...['   ```', '  ```', '    ```', '``` js', '- ```', '> ```', '> q', '<b>x', '<a href="', '| a | b |', ' '],
  ...['**b**', '*e', 'f*', '`open', 'close`', '[x](', 'y)', '\u00a0', '\\', '    code', 'a\r', '\r'],
];

const unitOf = (pieces: string[], separator: string): fc.Arbitrary<string> =>
  fc
    .uniqueArray(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
    .chain((few) => fc.array(fc.constantFrom(...few), { minLength: 1, maxLength: 12 }))
    .map((unit) => unit.join('') + separator);

/** A few pieces or lines in any order, to be repeated: they make a parser read the same text repeatedly. */
export const hostileUnit: fc.Arbitrary<string> = fc.oneof(unitOf(PIECES, ''), unitOf(LINES, '\n'));

export const repeatTo = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
