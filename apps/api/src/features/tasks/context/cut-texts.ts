/** How many bytes each text may have, so that all together have at most so many: the longest are cut. */
export function largestShare(sizes: readonly number[], bytes: number): number {
  let left = bytes;
  const ascending = sizes.toSorted((one, other) => one - other);
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (size > share) return share;
    left -= size;
  }
  return bytes;
}
