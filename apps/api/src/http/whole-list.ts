import { Readable } from 'node:stream';
import { maxLimit } from '@crewboard/contracts';
import type { FastifyReply } from 'fastify';

type Page = { items: unknown[]; nextCursor: string | undefined };
type ReadPage = (page: { limit: number; cursor?: string }) => Promise<Page>;

/** How much is read at once after the first page, in characters: other requests run in between. */
const targetPageLength = 256 * 1024;

/**
 * Sends all items of a list as one JSON array, in the memory of a few pages: the next page is read when the client has
 * read the one before. An error on the first page is sent as a problem; a later one ends the connection.
 */
export async function sendWholeList(reply: FastifyReply, readPage: ReadPage): Promise<FastifyReply> {
  const page = await readPage({ limit: maxLimit });
  if (page.nextCursor === undefined) return reply.send(page.items);
  const body = Readable.from(jsonArray(page, readPage), { objectMode: false });
  return reply.header('Content-Type', 'application/json; charset=utf-8').send(body);
}

async function* jsonArray(first: Page, readPage: ReadPage): AsyncGenerator<string> {
  let page = first;
  let text = elements(page);
  yield `[${text}`;
  while (page.nextCursor !== undefined) {
    const limit = limitAfter(page.items.length, text.length);
    page = await readPage({ limit, cursor: page.nextCursor });
    text = elements(page);
    if (text !== '') yield `,${text}`;
  }
  yield ']';
}

/** The items between the brackets. */
const elements = ({ items }: Page) => JSON.stringify(items).slice(1, -1);

/** How many items of the last page's average length have the target length; at least one. */
const limitAfter = (items: number, length: number): number =>
  Math.max(1, Math.min(maxLimit, Math.floor((items * targetPageLength) / Math.max(1, length))));
