import type { IncomingMessage } from 'node:http';
import { isStreamRequest } from './is-stream-request.ts';

/** The label of a request in metrics. A closed list instead of paths, because anyone can request any path. */
export type Route = 'page' | 'call' | 'stream' | 'auth' | 'join' | 'static';

const routeByPrefix: [string, Route][] = [
  ['/_next/', 'static'],
  ['/api/trpc/', 'call'],
  ['/api/auth/', 'auth'],
  ['/api/join/', 'join'],
];

/** The label of a request; `page` for all paths that are not listed. */
export function routeOf(request: IncomingMessage): Route {
  if (isStreamRequest(request)) return 'stream';
  return routeByPrefix.find(([prefix]) => request.url?.startsWith(prefix))?.[1] ?? 'page';
}
