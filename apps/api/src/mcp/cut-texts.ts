import { codePointLength } from '@crewboard/contracts';

/** The maximum of one text in a result, in bytes of the message. */
const maxTextBytes = 64 * 1024;
/** The maximum of one UTF-16 unit in the message: U+0001 is `\\u0001`. */
const maxUnitBytes = 7;
/** Long texts are measured in steps of this many UTF-16 units. */
const stepLength = 1_024;

type Cut = {
  /** Where this result continues texts that an earlier one cut, in code points: 0 for their beginning. */
  offset: number;
  /** Formats the call that returns the texts from an offset on. */
  restCall: (offset: number) => string;
};

/**
 * Cuts the texts of a result that are too long. After such a text, such as `description`, adds the field
 * `descriptionRest` with its length and the call that returns the rest.
 */
export function cutTexts(fields: Record<string, unknown>, cut: Cut): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => cutField(name, value, cut)));
}

function cutField(name: string, value: unknown, cut: Cut): [string, unknown][] {
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return [[name, cutTexts(value as Record<string, unknown>, cut)]];
  // Lists stay as they are: the contracts bound the texts in them, or `pageOf` cuts each item.
  if (typeof value !== 'string' || beginningOf(value) === value) return [[name, value]];
  const shown = beginningOf(textFrom(value, cut.offset));
  const length = codePointLength(value);
  const end = cut.offset + codePointLength(shown);
  if (end >= length) return [[name, shown]];
  const rest = `${end} of ${length} characters. The rest: ${cut.restCall(end)}`;
  return [
    [name, shown],
    [`${name}Rest`, rest],
  ];
}

/** The longest beginning of a text, within `maxTextBytes` and in whole characters. */
function beginningOf(text: string): string {
  if (text.length * maxUnitBytes <= maxTextBytes) return text;
  let bytes = 0;
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + stepLength;
    if (isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    bytes += Buffer.byteLength(escapeJson(JSON.stringify(text.slice(start, end)))) - '\\"\\"'.length;
    if (bytes > maxTextBytes) return text.slice(0, start);
  }
  return text;
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/** The text from the code point at `offset` on. */
function textFrom(text: string, offset: number): string {
  let start = 0;
  let skipped = 0;
  for (const character of text) {
    if (skipped === offset) break;
    skipped += 1;
    start += character.length;
  }
  return text.slice(start);
}

/** Escapes the JSON of a result for the message, in which it is a JSON string. */
export const escapeJson = (json: string): string => JSON.stringify(json).slice(1, -1);
