import { runAtOnce, type Turns } from './limits/team-turns.ts';

/** The maximum size of a page of a list in a response, to bound the memory; only a single item may be larger. */
export const maxPageBytes = 4 * 1024 * 1024;
/** A page is serialized in slices of about this size. */
const sliceBytes = 256 * 1024;

type Page<Item, Cursor> = {
  items: readonly Item[];
  /** Where the list continues after the last item; absent or null where it ends. */
  nextCursor?: Cursor | null;
  /** Where the list continues after the item with this index: `ctx.response.cursorAt` of a verb. */
  cursorAt?: ((index: number) => Cursor) | undefined;
  /** The maximum bytes of `json`. A transport subtracts the bytes that it sends around the array. */
  maxBytes?: number;
  /** The item as it is sent, such as with chosen fields, or escaped once more for a text in JSON. */
  toJson?: (item: Item) => string;
  /** The turns in which a large page is serialized, so that it does not delay other teams; at once when absent. */
  turns?: Turns | undefined;
};

export type SerializedPage<Cursor> = {
  /** A JSON array of the first items in UTF-8. Send it unchanged: serializing again would cost time. */
  json: Buffer;
  /** The number of items in `json`: at least one, if the page has any. */
  count: number;
  /** Where the list continues after the last item in `json`; null where it ends. */
  nextCursor: Cursor | null;
};

/**
 * Serializes a page item by item, and ends it before its JSON exceeds `maxBytes`; its cursor leads to the other items.
 * All transports must send lists through this function, because only the JSON shows the size: U+0001 is one byte in the
 * database and six bytes in JSON.
 *
 *     const items = await runOperation({ ctx, … }); // the verb sets the cursors in ctx.response
 *     const { json, nextCursor } = await serializePage({ items, ...ctx.response, maxBytes: 256 * 1024 });
 */
export async function serializePage<Item, Cursor>(page: Page<Item, Cursor>): Promise<SerializedPage<Cursor>> {
  const slices = serializeItems(page);
  return page.turns ? page.turns.runSlices(slices) : runAtOnce(slices);
}

function* serializeItems<Item, Cursor>({
  items,
  nextCursor,
  cursorAt,
  maxBytes = maxPageBytes,
  toJson = JSON.stringify,
}: Page<Item, Cursor>): Generator<void, SerializedPage<Cursor>> {
  const pieces: Buffer[] = [];
  let piece = '[';
  let bytes = 1;
  let count = 0;
  for (const item of items) {
    const json = toJson(item);
    // Count the comma or bracket after the item as well.
    const itemBytes = Buffer.byteLength(json) + 1;
    if (count > 0 && bytes + itemBytes > maxBytes) break;
    piece += count > 0 ? `,${json}` : json;
    bytes += itemBytes;
    count += 1;
    if (piece.length < sliceBytes) continue;
    pieces.push(Buffer.from(piece));
    piece = '';
    yield;
  }
  pieces.push(Buffer.from(`${piece}]`));
  const isCut = count < items.length;
  if (isCut && !cursorAt) throw new Error('A list that can be cut has a cursor after each item.');
  return {
    json: Buffer.concat(pieces),
    count,
    nextCursor: (isCut ? cursorAt?.(count - 1) : nextCursor) ?? null,
  };
}
