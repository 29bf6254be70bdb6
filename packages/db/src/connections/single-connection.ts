import pg from 'pg';

// Single connections for work that needs no pool, such as migrations and backups.

/**
 * Opens a connection. When it is lost, the running query rejects; the error event is ignored, because without a handler
 * it would end the process.
 */
export async function connect(config: string | pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Opens a connection for `work`, and closes it afterwards. */
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

/** Runs `work` in a transaction on a connection: commits it, or rolls it back when `work` throws. */
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
