import pg from 'pg';

// Connections of their own, beside those of the pools.

/** Connects. A lost connection rejects the running query; an event without a handler would end the process. */
export async function connect(config: string | pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Closes the connection after the work. */
export async function withConnection<Result>(
  config: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(config);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Commits what `work` does on a connection, or undoes it where it throws. */
export async function inTransaction(client: pg.ClientBase, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
