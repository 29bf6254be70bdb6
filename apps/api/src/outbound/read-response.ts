/** The bytes of a body that are read, so that the connection can serve the next request, and that are kept. */
export const maxReadBytes = 16_384;
const maxKeptBytes = 1_024;

/** The first KiB as text, without a character that is cut at its end. Replaces NUL, which PostgreSQL rejects. */
export function decodeBody(chunks: Buffer[]): string {
  const bytes = Buffer.concat(chunks);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const text = decoder.decode(bytes.subarray(0, maxKeptBytes), { stream: bytes.length > maxKeptBytes });
  return text.replaceAll('\0', '\uFFFD');
}

/** The formats of dates in headers (RFC 9110, section 5.6.7). Date.parse alone accepts "-5". */
const dateFormats = [
  /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
];

/** Retry-After, a number or a date, as seconds from now; undefined when it is absent or invalid. */
export function parseRetryAfter(header: string | string[] | undefined): number | undefined {
  const value = typeof header === 'string' ? header.trim() : '';
  if (/^\d+$/.test(value)) return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
  if (!dateFormats.some((format) => format.test(value))) return undefined;
  const at = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
