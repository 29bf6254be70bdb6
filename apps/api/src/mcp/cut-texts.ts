import { codePointLength } from '@crewboard/contracts';

/** The maximum of a text of a result, as it is sent. */
const maxTextBytes = 64 * 1024;
/** A character takes at most so many bytes there: U+0001 is `\\u0001`. */
const maxUnitBytes = 7;
const stepLength = 1_024;

/** JSON as it is sent: in a text of a message, which is JSON again. */
export const escapeJson = (json: string): string => JSON.stringify(json).slice(1, -1);

/** The beginning of a text, in whole characters, that may be sent. */
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

/** The text from this code point on. */
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

type Cut = {
  /** The code point with which texts begin that are too long. */
  offset: number;
  /** The call that returns texts from this offset on. */
  restCall: (offset: number) => string;
};

/**
 * The fields of a result, in which a text that is too long is cut. The field after it, `descriptionRest` after
 * `description`, has its length and the call that returns the rest.
 */
export function cutTexts(fields: Record<string, unknown>, cut: Cut): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => cutField(name, value, cut)));
}

function cutField(name: string, value: unknown, cut: Cut): [string, unknown][] {
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return [[name, cutTexts(value as Record<string, unknown>, cut)]];
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
