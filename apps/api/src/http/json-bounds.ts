import { invalid } from '../errors.ts';

/** Objects and arrays inside each other. */
const maxDepth = 32;
/** Values of any kind: objects, arrays and what stands in them. */
const maxNodes = 10_000;

const byte = (character: string) => character.charCodeAt(0);
const quote = byte('"');
const backslash = byte('\\');
const comma = byte(',');
const openings = new Set([byte('['), byte('{')]);
const closings = new Set([byte(']'), byte('}')]);
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Rejects JSON that is nested deeper than 32 levels or has more than 10,000 values, before it is parsed. One pass over
 * the bytes: the first value, the first in each container that is not empty, and one after each comma.
 */
export function assertJsonBounds(bytes: Uint8Array): void {
  let depth = 0;
  let nodes = 1;
  let isAfterOpening = false;
  for (let i = 0; i < bytes.length; i += 1) {
    const code = bytes[i] as number;
    if (blanks.has(code)) continue;
    if (isAfterOpening && !closings.has(code)) nodes += 1;
    isAfterOpening = false;
    if (code === quote) {
      i = endOfString(bytes, i);
    } else if (code === comma) {
      nodes += 1;
    } else if (openings.has(code)) {
      depth += 1;
      isAfterOpening = true;
      if (depth > maxDepth) throw beyond(`is nested deeper than ${maxDepth} levels`);
    } else if (closings.has(code)) {
      depth -= 1;
    }
    if (nodes > maxNodes) throw beyond(`has more than ${maxNodes} values`);
  }
}

/** The index of the quote that ends the string, or of the last byte. */
function endOfString(bytes: Uint8Array, start: number): number {
  let i = start + 1;
  while (i < bytes.length && bytes[i] !== quote) i += bytes[i] === backslash ? 2 : 1;
  return i;
}

const beyond = (what: string) => invalid([{ path: '', message: `The body ${what}` }]);
