import type { z } from 'zod';

// Messages between processes, as JSON in notifications of PostgreSQL.

/** PostgreSQL accepts less than 8,000 bytes in a notification. */
export const maxPayloadBytes = 7_500;

/** Serializes entries to JSON arrays that each fit into a notification. Each entry must be smaller than that. */
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

/** Parses the message of another process; undefined if it does not fit the schema, such as one from a later version. */
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
