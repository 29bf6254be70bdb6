import { randomUUID } from 'node:crypto';
import type { Operation } from '@crewboard/contracts';
import type { ResponseMetadata } from '../features/verb-context.ts';
import type { Turns } from '../limits/team-turns.ts';
import { maxPageBytes, serializePage } from '../serialize-page.ts';

/** Room for the parts around the items of a page: the envelope of tRPC, the name of the list and its next cursor. */
const maxEnvelopeBytes = 4 * 1024;

const placeholders = /"([\da-f]{8}-[\da-f-]{27})"/;

/**
 * Serializes the results of one tRPC request in the turns of its team, because tRPC would serialize them all at once
 * and block other requests. tRPC gets a placeholder for each result; `fill` replaces the placeholders in its response.
 */
export class TrpcResults {
  readonly #turns: Turns;
  readonly #jsonByPlaceholder = new Map<string, Buffer>();
  #bytes = 0;

  /** `turns` are those of the caller's team. */
  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** The size of all results so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Serializes an output (of a page, the items that fit) and returns the placeholder for tRPC. */
  async add(operation: Operation, output: unknown, response: ResponseMetadata): Promise<string> {
    const json = await (operation.paging
      ? serializePageOutput(output as object, response, this.#turns)
      : Buffer.from(JSON.stringify(output)));
    const placeholder = randomUUID();
    this.#jsonByPlaceholder.set(placeholder, json);
    this.#bytes += json.length;
    return placeholder;
  }

  /** The response of tRPC with the results instead of the placeholders. Keeps other UUIDs. */
  fill(response: string): Buffer {
    const parts = response
      .split(placeholders)
      .map((part, index) =>
        index % 2 === 0 ? Buffer.from(part) : (this.#jsonByPlaceholder.get(part) ?? Buffer.from(`"${part}"`)),
      );
    return Buffer.concat(parts);
  }
}

/** Serializes a page: a list, or an object with a list, its `nextCursor`, and a few small fields. */
async function serializePageOutput(
  output: object,
  response: ResponseMetadata,
  turns: Turns,
): Promise<Buffer> {
  const bounds = { maxBytes: maxPageBytes - maxEnvelopeBytes, turns };
  if (Array.isArray(output)) return (await serializePage({ ...response, items: output, ...bounds })).json;
  const { nextCursor: afterPage, ...fields } = output as { nextCursor: string | null };
  const [name, items] = Object.entries<unknown>(fields).find(([, value]) => Array.isArray(value)) ?? [];
  if (!name || !Array.isArray(items)) throw new Error('The output of a page has a list.');
  const { cursorAt } = response;
  const { json, nextCursor } = await serializePage({ items, nextCursor: afterPage, cursorAt, ...bounds });
  const others = JSON.stringify({ ...fields, [name]: undefined, nextCursor }).slice(1);
  return Buffer.concat([Buffer.from(`{"${name}":`), json, Buffer.from(`,${others}`)]);
}
