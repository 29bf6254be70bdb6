/** The beginning of a text, at most so many bytes in UTF-8: no character is cut in two. */
export const firstBytes = (text: string, bytes: number): string =>
  new TextDecoder().decode(Buffer.from(text).subarray(0, Math.max(0, bytes)), { stream: true });
