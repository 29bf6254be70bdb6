import type { IncomingMessage } from 'node:http';

/** Whether the request opens a stream of events. */
export const isEventStream = ({ url, headers }: IncomingMessage): boolean =>
  (url?.startsWith('/api/trpc/') && headers.accept?.includes('text/event-stream')) ?? false;
