import type { Database } from '@crewboard/db';
import type pg from 'pg';

/**
 * The texts of the queries that the pools of the hot path send during this work and that match: those of requests, as background work
 * sends others at any time.
 */
export async function recordQueries(
  { pool, lookups, probes }: Database,
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
  const pools = [pool, lookups, probes.reads, probes.writes];
  for (const each of pools) each.on('acquire', wrap).on('release', unwrap);
  await work();
  for (const each of pools) each.off('acquire', wrap).off('release', unwrap);
  return texts.filter((text) => matching.test(text));
}

/** Counts the queries of a pool that match from now on, and the most that were under way at once. */
export function countQueries(pool: Database['pool'], matching: RegExp) {
  const send: (...args: unknown[]) => Promise<unknown> = pool.query.bind(pool);
  const queries = { count: 0, mostAtOnce: 0, restore: () => Reflect.deleteProperty(pool, 'query') };
  let underWay = 0;
  Object.assign(pool, {
    async query(...args: unknown[]) {
      const [query] = args as [string | { text: string }];
      if (!matching.test(typeof query === 'string' ? query : query.text)) return send(...args);
      queries.count += 1;
      underWay += 1;
      queries.mostAtOnce = Math.max(queries.mostAtOnce, underWay);
      try {
        return await send(...args);
      } finally {
        underWay -= 1;
      }
    },
  });
  return queries;
}

/** Of the lookup of an agent's token or a team's key. */
export const tokenLookUp = /token_hash = any/;
