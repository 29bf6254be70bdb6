import type { IncomingMessage } from 'node:http';
import { acceptsEventStream } from '../trpc/accepts-event-stream.ts';

/** Whether the request opens a stream of events. */
export const isStreamRequest = ({ url, headers }: IncomingMessage): boolean =>
  url?.startsWith('/api/trpc/') === true && acceptsEventStream(headers.accept);
