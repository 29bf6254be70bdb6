import { Readable } from 'node:stream';
import { maxLimit } from '@crewboard/contracts';
import type { FastifyReply } from 'fastify';

type Page = { items: unknown[]; nextCursor: string | undefined };
type ReadPage = (page: { limit: number; cursor?: string }) => Promise<Page>;

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
  yield `[${elements(page)}`;
  while (page.nextCursor !== undefined) {
    page = await readPage({ limit: maxLimit, cursor: page.nextCursor });
    if (page.items.length > 0) yield `,${elements(page)}`;
  }
  yield ']';
}

/** The items between the brackets. */
const elements = ({ items }: Page) => JSON.stringify(items).slice(1, -1);
