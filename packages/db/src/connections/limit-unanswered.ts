import type pg from 'pg';
import { isQueryTimeout } from './is-query-timeout.ts';

/** Parts of a client that its types omit. */
type Client = {
  connection: { stream: { destroy(): void }; once(event: 'readyForQuery', listener: () => void): void };
  once(event: 'end', listener: () => void): void;
  end(done: () => void): void;
};

/**
 * Bounds the connections that the server still works on after the pool has given up their statement, such as a commit
 * that waits for a standby. The server does not notice their closed sockets, so new connections in their place could
 * use up all that it allows. So the pool replaces at most as many as its size. Each further one keeps its place in the
 * pool until the server responds. Returns the function that closes them.
 */
export function limitUnanswered(pool: pg.Pool): () => void {
  const size = pool.options.max;
  const unanswered = new Set<Client>();
  // The pool no longer counts these clients. A smaller `max` keeps the places of those beyond the size of the pool.
  const resizePool = () => {
    pool.options.max = size - Math.max(0, unanswered.size - size);
  };
  pool.on('release', (error, released) => {
    if (!isQueryTimeout(error)) return;
    const client = released as unknown as Client;
    const end = client.end.bind(client);
    unanswered.add(client);
    resizePool();
    // The pool now calls `end`. Calling `done` gives the place of the client to the next statement that waits.
    client.end = (done) => {
      const keepsPlace = unanswered.size > size;
      let isEnding = false;
      const endNow = () => {
        if (isEnding) return;
        isEnding = true;
        unanswered.delete(client);
        resizePool();
        end(keepsPlace ? done : () => undefined);
      };
      client.connection.once('readyForQuery', endNow);
      client.once('end', endNow);
      if (!keepsPlace) done();
    };
  });
  return () => {
    for (const { connection } of unanswered) connection.stream.destroy();
  };
}
