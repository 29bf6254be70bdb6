import { invalid } from '../../errors.ts';

/** Nested objects and arrays. */
const maxDepth = 32;
/** Values of any kind, objects and arrays included. */
export const maxJsonValues = 10_000;

// The bytes that give JSON its structure. Constants, because every byte of a body is compared with them.
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const space = 0x20;
const isBlank = (code: number) => code === space || code === 0x0a || code === 0x0d || code === 0x09;
const isOpening = (code: number) => code === 0x5b || code === 0x7b;
const isClosing = (code: number) => code === 0x5d || code === 0x7d;

/**
 * Rejects JSON that is nested deeper than 32 levels or has more than 10,000 values, before it is parsed. Counts in
 * one pass over the bytes: the first value, the first in each container that is not empty, and one after each comma.
 */
export function assertJsonBounds(bytes: Uint8Array): void {
  let depth = 0;
  let values = 1;
  let isAfterOpening = false;
  for (let i = 0; i < bytes.length; i += 1) {
    const code = bytes[i] as number;
    if (isBlank(code)) continue;
    if (isAfterOpening && !isClosing(code)) values += 1;
    isAfterOpening = isOpening(code);
    if (code === quote) i = endOfString(bytes, i);
    else if (code === comma) values += 1;
    else if (isAfterOpening) depth += 1;
    else if (isClosing(code)) depth -= 1;
    if (depth > maxDepth) throw beyond(`is nested deeper than ${maxDepth} levels`);
    if (values > maxJsonValues) throw beyond(`has more than ${maxJsonValues} values`);
  }
}

/**
 * The first key that an object has twice, in any escaping; undefined if there is none. JSON.parse takes the value of
 * the last one, and a proxy before this service may take the first. Requires valid JSON; one pass over the bytes.
 */
export function findDuplicateKey(bytes: Buffer): string | undefined {
  const keysOfContainers: Set<string>[] = [];
  let stringStart = 0;
  let stringEnd = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    const code = bytes[i] as number;
    if (code === quote) {
      stringStart = i;
      i = endOfString(bytes, i);
      stringEnd = i + 1;
    } else if (isOpening(code)) keysOfContainers.push(new Set());
    else if (isClosing(code)) keysOfContainers.pop();
    else if (code === colon) {
      const key = JSON.parse(bytes.toString('utf8', stringStart, stringEnd)) as string;
      const keys = keysOfContainers.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return undefined;
}

/** The index of the quote that ends the string, or of the last byte. */
function endOfString(bytes: Uint8Array, start: number): number {
  let i = start + 1;
  while (i < bytes.length && bytes[i] !== quote) i += bytes[i] === backslash ? 2 : 1;
  return i;
}

const beyond = (what: string) => invalid([{ path: '', message: `The body ${what}` }]);
