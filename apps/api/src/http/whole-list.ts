import { Readable } from 'node:stream';
import { maxLimit } from '@crewboard/contracts';
import type { FastifyReply } from 'fastify';

type Page = { items: unknown[]; nextCursor: string | undefined };
type ReadPage = (page: { limit: number; cursor?: string }) => Promise<Page>;

/** What is read at once after the first page (characters): other requests get their turn between. */
const targetPageLength = 256 * 1024;

/**
 * Sends all items of a list as one JSON array, in the memory of a few pages: the next one is read when the client has
 * taken the one before. An error on the first page is a problem as ever; later ones end the connection.
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

/** How many items like those of the last page make the target; at least one. */
const limitAfter = (items: number, length: number): number =>
  Math.max(1, Math.min(maxLimit, Math.floor((items * targetPageLength) / Math.max(1, length))));
