import { ReadableStream as NodeStream } from 'node:stream/web';
import type { EventPage } from '@crewboard/contracts';
import type { ExportFormat } from './export-format.ts';

/**
 * Streams an export: the first page, and all that follow. Reads a page once the previous one is consumed, so that
 * memory holds one page. An error aborts the stream, so that the file does not look complete.
 */
export function streamEvents(
  first: EventPage,
  readPage: (cursor: string) => Promise<EventPage>,
  format: ExportFormat,
): ReadableStream<Uint8Array> {
  // `from` is missing in the type of the browser's streams, which `Response` takes.
  return NodeStream.from(writePages(first, readPage, format)) as ReadableStream<Uint8Array>;
}

async function* writePages(
  first: EventPage,
  readPage: (cursor: string) => Promise<EventPage>,
  { head, line }: ExportFormat,
): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  yield encoder.encode(head + first.events.map(line).join(''));
  let cursor = first.nextCursor;
  while (cursor) {
    const page = await readPage(cursor);
    yield encoder.encode(page.events.map(line).join(''));
    cursor = page.nextCursor;
  }
}
