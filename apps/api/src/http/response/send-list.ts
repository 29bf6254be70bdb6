import { Readable } from 'node:stream';
import { maxLimit } from '@crewboard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SerializedPage } from '../../serialize-page.ts';

type Page = SerializedPage<string>;
type ReadPage = (page: { limit: number; cursor?: string }) => Promise<Page>;

/** Set once all tasks that a request waited for have ended: its client need not ask again. */
export const waitOverHeader = 'X-Wait-Over';

/** Set on events of a history whose older events were removed. */
export const historyRemovedHeader = 'X-History-Removed-At';

/** The target size of each page after the first: other requests run between the pages. */
const targetPageBytes = 256 * 1024;

/** A `Link` header with the URL of the request and the cursor of the next page. */
function nextPageLink(request: FastifyRequest, cursor: string): string {
  const [target = '', query] = request.url.split('?', 2);
  // A proxy may send the whole URL as the target of a request.
  const path = target.startsWith('/') ? target : new URL(target).pathname;
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return `<${request.server.publicUrl}${path}?${parameters}>; rel="next"`;
}

const jsonType = 'application/json; charset=utf-8';

/** Sends a page, with its next cursor in two headers. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { json, nextCursor }: Page,
): FastifyReply {
  if (nextCursor !== null) {
    reply.header('X-Next-Cursor', nextCursor).header('Link', nextPageLink(request, nextCursor));
  }
  return reply.header('Content-Type', jsonType).send(json);
}

/**
 * Sends all items of a list as one JSON array, in the memory of a few pages: a page is read when the client has
 * read the page before it. An error on the first page is sent as a problem; a later error ends the connection.
 */
export async function sendWholeList(reply: FastifyReply, readPage: ReadPage): Promise<FastifyReply> {
  const page = await readPage({ limit: maxLimit });
  reply.header('Content-Type', jsonType);
  if (page.nextCursor === null) return reply.send(page.json);
  return reply.send(Readable.from(jsonArray(page, readPage), { objectMode: false }));
}

async function* jsonArray(first: Page, readPage: ReadPage): AsyncGenerator<Buffer | string> {
  let page = first;
  yield page.json.subarray(0, -1);
  while (page.nextCursor !== null) {
    page = await readPage({ limit: limitAfter(page), cursor: page.nextCursor });
    if (page.count === 0) continue;
    // Continues the array in place of its first bracket.
    page.json.write(',');
    yield page.json.subarray(0, -1);
  }
  yield ']';
}

/** The number of items that fill the target size at the average size of the last page; at least one. */
const limitAfter = ({ count, json }: Page): number =>
  Math.max(1, Math.min(maxLimit, Math.floor((count * targetPageBytes) / json.length)));
