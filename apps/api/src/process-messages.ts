import type { z } from 'zod';

// What processes tell each other in notifications of PostgreSQL, as JSON.

/** PostgreSQL takes less than 8,000 bytes in a notification. */
export const maxPayloadBytes = 7_500;

/** The entries as JSON arrays that each fit into a notification. An entry is smaller than that. */
export function toPayloads(entries: Iterable<unknown>): string[] {
  const payloads: string[] = [];
  let list = '';
  let bytes = 0;
  const flush = () => {
    if (list) payloads.push(`[${list}]`);
    list = '';
    bytes = 0;
  };
  for (const entry of entries) {
    const json = JSON.stringify(entry);
    const size = Buffer.byteLength(json) + 1;
    if (bytes + size > maxPayloadBytes) flush();
    list += list ? `,${json}` : json;
    bytes += size;
  }
  flush();
  return payloads;
}

/** What another process published; undefined where it cannot be read, such as from a later version. */
export function readPayload<Schema extends z.ZodType>(
  schema: Schema,
  payload: string,
): z.output<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(payload));
  } catch {
    return undefined;
  }
}
