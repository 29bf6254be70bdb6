import type { RequestListener, Server } from 'node:http';

/**
 * Removes the listeners of requests, such as that of Next, and returns a function that calls them. Node calls all
 * listeners of an event, so a listener beside them could not keep a request from Next.
 */
export function detachRequestListeners(server: Server): RequestListener {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  return (request, response) => {
    for (const listener of listeners) listener.call(server, request, response);
  };
}
