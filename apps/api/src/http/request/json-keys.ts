import { endOfString } from './json-bounds.ts';

const quote = 0x22;
const colon = 0x3a;
const isOpening = (code: number) => code === 0x5b || code === 0x7b;
const isClosing = (code: number) => code === 0x5d || code === 0x7d;

/**
 * The first duplicate key of an object, in any escaping; undefined if there is none. JSON.parse uses
 * the last value, another parser in between may use the first. Requires valid JSON; one pass over the bytes.
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
