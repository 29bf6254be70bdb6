import type { Database } from '@crewboard/db';
import type pg from 'pg';

/**
 * The texts of the queries that the pool sends during this work and that match: those of requests, as background work
 * sends others at any time.
 */
export async function recordQueries(
  { pool }: Pick<Database, 'pool'>,
  matching: RegExp,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const texts: string[] = [];
  const wrap = (client: pg.PoolClient) => {
    const send: (...args: unknown[]) => unknown = client.query.bind(client);
    Object.assign(client, {
      query(...args: unknown[]) {
        const [query] = args as [string | { text: string }];
        texts.push(typeof query === 'string' ? query : query.text);
        return send(...args);
      },
    });
  };
  const unwrap = (_error: unknown, client: pg.PoolClient) => {
    Reflect.deleteProperty(client, 'query');
  };
  pool.on('acquire', wrap);
  pool.on('release', unwrap);
  await work();
  pool.off('acquire', wrap);
  pool.off('release', unwrap);
  return texts.filter((text) => matching.test(text));
}

/** Of the lookup of an agent's token or a team's key. */
export const tokenLookUp = /token_hash = any/;
