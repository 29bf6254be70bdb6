import type { IncomingMessage } from 'node:http';

/** Whether the request opens a stream, of which the API allows twenty per session. */
export const isEventStream = ({ url, headers }: IncomingMessage): boolean =>
  (url?.startsWith('/api/trpc/') && headers.accept?.includes('text/event-stream')) ?? false;
