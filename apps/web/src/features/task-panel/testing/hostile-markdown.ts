import fc from 'fast-check';

const PIECES = [
  ...[
    '*',
    '**',
    '***',
    '_',
    '~',
    '~~',
    '[',
    ']',
    '![',
    '](',
    '][',
    '(',
    ')',
    '[^',
    '[^1]',
    '[^1]: ',
    '[a]: b\n',
  ],
  ...[
    '<',
    '>',
    '<b ',
    '<div>',
    '<!--',
    '-->',
    '<?',
    '<!A',
    '<![CDATA[',
    '<pre>\n',
    '`',
    '``',
    '\\',
    '&',
    '&amp;',
  ],
  ...['\n', '\n', '\n\n', '\r', '\r\n', '\t', ' ', '  ', '    ', '\n    ', '|', '|a', '|-|\n', '|-|-|-|\n'],
  ...[
    '- ',
    '* ',
    '+ ',
    '1. ',
    '2) ',
    '> ',
    '- [x] ',
    '\n  - ',
    '\n   1. ',
    '    - ',
    '# ',
    '===\n',
    '---\n',
    '+',
  ],
  ...[
    '```\n',
    '\n```',
    '~~~\n',
    '   ```\n',
    '    ```\n',
    'www.',
    'www.a',
    'http://',
    'a@b.c',
    '@',
    ':',
    '.',
    '"',
  ],
  ...['a', 'b', '{', '\u00a0', '\u00e9', '\u{1f600}', '\0'],
];

const LINES = [
  ...[
    'a',
    'word',
    '# h',
    '- a',
    '  b',
    '    c',
    '\t- t',
    '\tx',
    '1. x',
    '2. y',
    '   z',
    '+',
    '- [ ] t',
    '* * *',
  ],
  ...[
    '```',
    '   ```',
    '  ```',
    '    ```',
    '``` js',
    '```a`',
    '````',
    '~~~',
    '- ```',
    '> ```',
    '> q',
    '>',
    '---',
  ],
  ...[
    '<div>',
    '<b>x',
    '<!--',
    '-->',
    '<pre>',
    '</pre>',
    '<?',
    '<a href="',
    '| a | b |',
    '|---|---|',
    '===',
    ' ',
  ],
  ...['**b**', '*e', 'f*', '`open', 'close`', '[x](', 'y)', '\u00a0', '\\', '    code', 'a\r', '\r'],
];

/** Few pieces many times: what makes a parser look at the same text again and again. Up to 1,500 characters. */
export const hostileText: fc.Arbitrary<string> = fc
  .uniqueArray(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 })
  .chain((pieces) => fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 }))
  .chain((unit) => fc.integer({ min: 1, max: 1_500 }).map((length) => repeatTo(unit.join(''), length)));

/** Lines whose meaning depends on those above. */
export const hostileLines: fc.Arbitrary<string> = fc
  .uniqueArray(fc.constantFrom(...LINES), { minLength: 1, maxLength: 8 })
  .chain((lines) => fc.array(fc.constantFrom('', '', 'a', ...lines), { minLength: 3, maxLength: 16 }))
  .map((lines) => lines.join('\n'));

export const repeatTo = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
