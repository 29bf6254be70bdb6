import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopListening } from '@crewboard/graceful-shutdown';
import { isStreamRequest } from './is-stream-request.ts';
import type { Readiness } from './readiness.ts';

/** How long requests in flight may take to finish. */
const DRAIN_TIMEOUT_MS = 10_000;

/**
 * Stops the process on SIGTERM and SIGINT: makes it not ready, serves requests for `delayMs`, lets those in flight
 * finish and exits with status 0. A second signal makes it exit at once with status 1.
 */
export function closeServerOnSignal(server: Server, readiness: Readiness, delayMs: number): void {
  const open = new Map<ServerResponse, IncomingMessage>();
  const watch = (request: IncomingMessage, response: ServerResponse) => {
    if (readiness.isDraining) closeAfter(response);
    open.set(response, request);
    response.once('close', () => open.delete(response));
  };
  // Before the listeners that respond. For a request with `Expect: 100-continue`, Node emits only `checkContinue`.
  server.prependListener('request', watch);
  server.prependListener('checkContinue', watch);

  const close = async () => {
    if (readiness.isDraining) process.exit(1);
    readiness.drain();
    for (const response of open.keys()) closeAfter(response);
    console.log(`Stopping the web server in ${delayMs / 1_000} s.`);
    await sleep(delayMs);
    const closed = new Promise((resolve) => server.once('close', resolve));
    await stopListening(server);
    // Streams do not end by themselves. Their pages reconnect, to another process.
    for (const [response, request] of open) if (isStreamRequest(request)) response.destroy();
    setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS).unref();
    await closed;
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void close());
}

/** Closes the connection after the response, so that a proxy opens its next one, perhaps to another process. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
