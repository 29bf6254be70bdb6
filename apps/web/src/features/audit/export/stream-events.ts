import type { EventPage } from '@crewboard/contracts';
import type { ExportFormat } from './export-format.ts';

/**
 * Streams an export: the first page, and all that follow. Reads a page once the previous one is consumed, so that memory
 * holds one page. An error aborts the stream, so that the file does not look complete.
 */
export function streamEvents(
  first: EventPage,
  readPage: (cursor: string) => Promise<EventPage>,
  format: ExportFormat,
): ReadableStream<Uint8Array> {
  const chunks = writePages(first, readPage, format);
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await chunks.return();
      },
    },
    { highWaterMark: 0 },
  );
}

async function* writePages(
  first: EventPage,
  readPage: (cursor: string) => Promise<EventPage>,
  { head, line }: ExportFormat,
): AsyncGenerator<string, void, void> {
  yield head + first.events.map(line).join('');
  let cursor = first.nextCursor;
  while (cursor) {
    const page = await readPage(cursor);
    yield page.events.map(line).join('');
    cursor = page.nextCursor;
  }
}
