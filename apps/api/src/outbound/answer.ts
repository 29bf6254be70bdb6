/** Of an answer's body so much is read, so that the connection can serve the next request. */
export const readAtMost = 16_384;
const keptBytes = 1_024;

/** The first KiB as text. PostgreSQL takes no NUL, and a letter cut in two at the end is left out. */
export function bodyText(chunks: Buffer[]): string {
  const bytes = Buffer.concat(chunks);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const text = decoder.decode(bytes.subarray(0, keptBytes), { stream: bytes.length > keptBytes });
  return text.replaceAll('\0', '\uFFFD');
}

/** How date headers may look (RFC 9110). Date.parse alone would take "-5" for a date. */
const dateForms = [
  /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/,
];

/** Retry-After as seconds from now, whether it came as a number or as a date. */
export function retryAfterSeconds(header: string | string[] | undefined): number | undefined {
  const value = typeof header === 'string' ? header.trim() : '';
  if (/^\d+$/.test(value)) return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
  if (!dateForms.some((form) => form.test(value))) return undefined;
  const at = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
