import { invalid } from '../../errors.ts';

/** Nested objects and arrays. */
const maxDepth = 32;
/** Values of any kind, objects and arrays included. */
export const maxJsonValues = 10_000;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

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
 * Rejects JSON that is nested deeper than 32 levels or has more than 10,000 values, before it is parsed. One pass over
 * the bytes: the first value, the first in each container that is not empty, and one after each comma. Returns the
 * number of colons outside strings: valid JSON has as many keys.
 */
export function countKeysWithinBounds(bytes: Uint8Array): number {
  let depth = 0;
  let values = 1;
  let keys = 0;
  let isAfterOpening = false;
  for (let i = 0; i < bytes.length; i += 1) {
    const code = bytes[i] as number;
    if (isBlank(code)) continue;
    if (isAfterOpening && !isClosing(code)) values += 1;
    isAfterOpening = isOpening(code);
    if (code === quote) i = endOfString(bytes, i);
    else if (code === comma) values += 1;
    else if (code === colon) keys += 1;
    else if (isAfterOpening) depth += 1;
    else if (isClosing(code)) depth -= 1;
    if (depth > maxDepth) throw beyond(`is nested deeper than ${maxDepth} levels`);
    if (values > maxJsonValues) throw beyond(`has more than ${maxJsonValues} values`);
  }
  return keys;
}

/**
 * Rejects a key that would change prototypes, which no schema sees. Returns the number of keys of a parsed value, at
 * most 32 levels deep: fewer than its text has if an object has a key twice.
 */
export function countAllowedKeys(value: unknown, parentPath = ''): number {
  if (value === null || typeof value !== 'object') return 0;
  const keys = Object.keys(value);
  let count = Array.isArray(value) ? 0 : keys.length;
  for (const key of keys) {
    const path = `${parentPath}${key}`;
    if (forbiddenKeys.has(key)) throw invalid([{ path, message: 'is not a field of this operation' }]);
    count += countAllowedKeys((value as Record<string, unknown>)[key], `${path}.`);
  }
  return count;
}

/** The index of the quote that ends the string; past the last byte if there is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  let i = start + 1;
  while (i < bytes.length && bytes[i] !== quote) i += bytes[i] === backslash ? 2 : 1;
  return i;
}

const beyond = (what: string) => invalid([{ path: '', message: `The body ${what}` }]);
