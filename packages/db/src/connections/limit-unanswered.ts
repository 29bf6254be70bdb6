import type pg from 'pg';

/** Parts of a client that its types omit. */
type Client = {
  connection: { stream: { destroy(): void }; once(event: 'readyForQuery', listener: () => void): void };
  once(event: 'end', listener: () => void): void;
  end(done: () => void): void;
};

/**
 * Bounds the connections on which the server still works after the pool has given up the statement, such as a commit that
 * waits for a standby: the server notices no closed socket meanwhile, and new connections in place of the old ones
 * would take all that it has. Beyond `max` of them, each keeps its place in the pool until the server responds. Returns
 * the function that ends them.
 */
export function limitUnanswered(pool: pg.Pool, max: number): () => void {
  const size = pool.options.max;
  const unanswered = new Set<Client>();
  const resize = () => {
    pool.options.max = size - Math.max(0, unanswered.size - max);
  };
  pool.on('release', (error, released) => {
    if ((error as Error | undefined)?.message !== 'Query read timeout') return;
    const client = released as unknown as Client;
    const end = client.end.bind(client);
    unanswered.add(client);
    resize();
    // The pool ends the client now; `done` then gives its place to the next statement that waits.
    client.end = (done) => {
      const keepsPlace = unanswered.size > max;
      let isEnding = false;
      const endNow = () => {
        if (isEnding) return;
        isEnding = true;
        unanswered.delete(client);
        resize();
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
