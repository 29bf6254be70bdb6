import type { ErrorCode } from '@crewboard/contracts';
import type { Fields } from '../../support/operation-requests.ts';

/** A body that must be rejected with `code`; `path` is the field that the error must name, '' for the whole body. */
type InvalidBody = { name: string; code: ErrorCode; bytes: Uint8Array<ArrayBuffer>; path?: string };

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));
const joined = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))));

/** The members of a JSON object as text, without its braces. */
const members = (good: Fields): string => JSON.stringify(good).slice(1, -1);
const withMember = (good: Fields, member: string): string =>
  `{${[members(good), member].filter(Boolean).join(',')}}`;

const nested = (depth: number, open: string, inner: string, close: string): string =>
  `${open.repeat(depth)}${inner}${close.repeat(depth)}`;

function notJson(good: Fields): [string, string | Uint8Array<ArrayBuffer>][] {
  const text = JSON.stringify(good);
  // Within the last field, so that only these bytes are invalid.
  const [field = 'x'] = Object.keys(good).slice(-1);
  const rest = { ...good, [field]: undefined };
  const withBytes = (bytes: number[]) =>
    joined(withMember(rest, `"${field}":"A `).slice(0, -1), bytes, ' thing"}');
  return [
    ['half an object', '{'],
    ['an object cut off', withMember(good, '"x":"y"').slice(0, -1)],
    ['a member without a value', '{"x":}'],
    ['single quotes', "{'x':1}"],
    ['a comma at the end', withMember(good, '"x":1,')],
    ['a comment', `${text}// done`],
    ['two values', `${text}${text}`],
    ['text after the value', `${text} and so on`],
    ['a name without quotes', '{x:1}'],
    ['NaN', '{"x":NaN}'],
    ['Infinity', '-Infinity'],
    ['undefined', 'undefined'],
    ['a number in hexadecimal', '{"x":0x10}'],
    ['a number that begins with zero', '{"x":01}'],
    ['a number that begins with a plus', '{"x":+1}'],
    ['a raw line break in text', '{"x":"a\nb"}'],
    ['a raw NUL in text', '{"x":"a\0b"}'],
    ['a raw NUL after the value', `${text}\0`],
    ['a bad escape', '{"x":"\\x41"}'],
    ['half an escape', '{"x":"\\u12"}'],
    ['a lone quote', '"'],
    ['blanks alone', ' \r\n\t '],
    ['a no-break space before the value', `\u00a0${text}`],
    ['a form', 'title=A+task&name=A+name'],
    ['a byte order mark', joined([0xef, 0xbb, 0xbf], text)],
    ['a byte that is not UTF-8', withBytes([0xff])],
    ['an overlong encoding', withBytes([0xc0, 0xaf])],
    ['a surrogate in UTF-8', withBytes([0xed, 0xa0, 0x80])],
    ['a code point beyond Unicode', withBytes([0xf4, 0x90, 0x80, 0x80])],
    ['a character cut in half', withBytes([0xe2, 0x82])],
    ['Latin-1', withBytes([0xe4, 0xf6, 0xfc])],
    ['UTF-16', new Uint8Array(Buffer.from(text, 'utf16le'))],
    ['gzip that is not declared', joined([0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03])],
  ];
}

function notAnObject(): [string, string][] {
  return [
    ['null', 'null'],
    ['true', 'true'],
    ['a number', '42'],
    ['a string', '"a string"'],
    ['an empty string', '""'],
    ['an empty array', '[]'],
    ['an array', '[1,2,3]'],
    ['an array of objects', '[{}]'],
  ];
}

function hostile(good: Fields): [name: string, text: string, path?: string][] {
  const deep = nested(33, '[', '', ']');
  return [
    ['an unknown field', withMember(good, '"unknownField":1'), 'unknownField'],
    ['an unknown field that is null', withMember(good, '"unknownField":null'), 'unknownField'],
    ['an unknown field without a name', withMember(good, '"":1')],
    ['an unknown field with a NUL in its name', withMember(good, '"a\\u0000b":1')],
    ['an unknown field with a lone surrogate in its name', withMember(good, '"\\ud800":1')],
    ['an id', withMember(good, '"id":"mine"'), 'id'],
    ['a time', withMember(good, '"createdAt":"2026-01-01T00:00:00.000Z"'), 'createdAt'],
    ['a team', withMember(good, '"team_id":"theirs"'), 'team_id'],
    ['__proto__', withMember(good, '"__proto__":{"admin":true}')],
    ['an escaped __proto__', withMember(good, '"\\u005f_proto__":1')],
    ['constructor', withMember(good, '"constructor":{"prototype":{"admin":true}}')],
    ['prototype', withMember(good, '"prototype":1')],
    ['toString', withMember(good, '"toString":1'), 'toString'],
    ['hasOwnProperty', withMember(good, '"hasOwnProperty":1'), 'hasOwnProperty'],
    ['__proto__ within an unknown field', withMember(good, '"unknownField":{"a":[{"__proto__":1}]}')],
    ['nesting of 33 in an unknown field', withMember(good, `"unknownField":${deep}`)],
    ['nesting of 33 alone', nested(33, '{"x":', '1', '}')],
    ['nesting of 100,000 arrays', nested(100_000, '[', '', ']')],
    ['nesting of 100,000 objects', nested(100_000, '{"x":', '1', '}')],
    ['100,000 open brackets', '['.repeat(100_000)],
    ['100,000 open objects', '{"x":'.repeat(100_000)],
    ['10,000 values in an unknown field', withMember(good, `"unknownField":[${'0,'.repeat(9_999)}0]`)],
    ['520,000 values', `[${'0,'.repeat(519_999)}0]`],
    ['10,000 unknown fields', `{${Array.from({ length: 10_000 }, (_, index) => `"f${index}":1`).join(',')}}`],
  ];
}

/** A duplicate field, plain and escaped. Both values are valid. */
function twice(good: Fields): [name: string, text: string, path?: string][] {
  const members = Object.entries({ unknownField: 1, ...good });
  return members.flatMap(([key, value]) => {
    const member = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
    const escaped = `"${[...key].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;
    return [
      [`${key} twice`, `{${member},${member}}`, ''],
      [`${key} twice, once escaped`, `{${member},${escaped}:${JSON.stringify(value)}}`, ''],
    ] satisfies [string, string, string][];
  });
}

/** Values that neither a text field nor an enum field accepts. */
const invalidValues: [string, string][] = [
  ['a number', '5'],
  ['true', 'true'],
  ['an empty array', '[]'],
  ['an array with the value', '["todo"]'],
  ['an object', '{}'],
  ['an operator', '{"$ne":null}'],
  ['a NUL', '"a\\u0000b"'],
  ['a lone high surrogate', '"a\\ud800b"'],
  ['a lone low surrogate', '"\\udc00"'],
  ['a pair the wrong way round', '"\\udc00\\ud800"'],
  ['__proto__ in it', '{"__proto__":1}'],
  ['constructor deep in it', '[[[{"constructor":1}]]]'],
  ['nesting of 33', nested(33, '[', '', ']')],
  ['more characters than any field takes', `"${'x'.repeat(100_001)}"`],
];

/** Values that no field with a whole number accepts. */
const invalidNumbers: [string, string][] = [
  ['a fraction', '1.5'],
  ['below zero', '-1'],
  ['too large', '1e15'],
  ['infinite', '1e400'],
  ['a word', '"60"'],
  ['an empty text', '""'],
  ['true', 'true'],
  ['an array', '[60]'],
  ['an object', '{}'],
];

const invalidFlags: [string, string][] = [
  ['a number', '1'],
  ['a word', '"true"'],
  ['null', 'null'],
  ['an object', '{}'],
];

/** Values that no list of objects accepts. */
const invalidLists: [string, string][] = [
  ['a number', '1'],
  ['a word', '"word"'],
  ['an object', '{}'],
  ['a list of words', '["word"]'],
  ['a list of lists', '[[]]'],
  ['a list with an empty object', '[{}]'],
  ['__proto__ in an item', '[{"__proto__":1}]'],
  ['1,000 items', `[${'{},'.repeat(999)}{}]`],
];

/** The valid body with one field replaced by each value. */
function withValues(good: Fields, field: string, values: [string, string][]): [name: string, text: string][] {
  const rest = Object.fromEntries(Object.entries(good).filter(([key]) => key !== field));
  return values.map(([name, value]) => [`${field}: ${name}`, withMember(rest, `"${field}":${value}`)]);
}

type Shape = {
  /** A body that is accepted. */
  good: Fields;
  fields?: string[] | undefined;
  numbers?: string[] | undefined;
  flags?: string[] | undefined;
  lists?: string[] | undefined;
  pathParameter?: string | undefined;
};

/** Every invalid body for an operation of this shape. */
export function invalidBodies({
  good,
  fields = [],
  numbers = [],
  flags = [],
  lists = [],
  pathParameter,
}: Shape): InvalidBody[] {
  const repeated: [string, string][] = pathParameter
    ? [[`${pathParameter}, which stands in the path`, withMember(good, `"${pathParameter}":"x"`)]]
    : [];
  const ofFields = fields.flatMap((field) => withValues(good, field, invalidValues));
  const ofNumbers = numbers.flatMap((field) => withValues(good, field, invalidNumbers));
  const ofFlags = flags.flatMap((flag) => withValues(good, flag, invalidFlags));
  const ofLists = lists.flatMap((list) => withValues(good, list, invalidLists));
  return [
    ...notJson(good).map(([name, body]): InvalidBody => {
      const bytes = typeof body === 'string' ? bytesOf(body) : body;
      return { name, code: 'MALFORMED_JSON', bytes };
    }),
    ...[
      ...notAnObject(),
      ...hostile(good),
      ...twice(good),
      ...ofFields,
      ...ofNumbers,
      ...ofFlags,
      ...ofLists,
      ...repeated,
    ].map(
      ([name, text, path]): InvalidBody => ({ name, code: 'VALIDATION_ERROR', bytes: bytesOf(text), path }),
    ),
  ];
}

/** One or two of each family, for each operation. */
const sampled =
  /^(half an object|a byte that is not UTF-8|null|an array|an unknown field|__proto__|an id|nesting of 33 alone|unknownField twice|\w+: (a number|an object|a NUL|a word)|\w+, which stands in the path)$/;

export const sampleOfInvalidBodies = (shape: Shape): InvalidBody[] =>
  invalidBodies(shape).filter(({ name }) => sampled.test(name));
