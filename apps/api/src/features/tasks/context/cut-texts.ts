/** The beginning of a text: at most `bytes` bytes of UTF-8, without a part of a character at the end. */
export const firstBytes = (text: string, bytes: number): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, Math.max(0, bytes)), { stream: true });

/**
 * The maximum of bytes for each text, so that all texts together have at most `totalBytes`: only the longest are cut.
 */
export function largestShare(sizes: readonly number[], totalBytes: number): number {
  let remaining = totalBytes;
  const ascending = sizes.toSorted((one, other) => one - other);
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(remaining / (ascending.length - index));
    if (size > share) return share;
    remaining -= size;
  }
  return totalBytes;
}
