import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { rateLimitedChannel } from '../failures/rate-limited-channel.ts';

const responses = new AsyncLocalStorage<ServerResponse>();

rateLimitedChannel.subscribe((seconds) => {
  const response = responses.getStore();
  if (response && !response.headersSent) replaceStatus(response, seconds as number);
});

/**
 * Runs `respond`, and changes a 500 to 429 with Retry-After if the page fails because the API has rejected its calls
 * with 429. Next knows no other status for a page that cannot be rendered.
 */
export function correctRateLimitStatus(response: ServerResponse, respond: () => void): void {
  responses.run(response, respond);
}

function replaceStatus(response: ServerResponse, seconds: number): void {
  const writeHead: (status: number, ...rest: never[]) => ServerResponse = response.writeHead.bind(response);
  response.writeHead = (status: number, ...rest: unknown[]) => {
    if (status !== 500) return writeHead(status, ...(rest as never[]));
    response.setHeader('Retry-After', seconds);
    return writeHead(429, ...(rest as never[]));
  };
}
