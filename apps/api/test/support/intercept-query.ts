import type { Database } from '@crewboard/db';

/** Runs `during` in place of the next query of the pool that matches, which can send it. */
export function interceptQuery(
  { pool }: Pick<Database, 'pool'>,
  matching: RegExp,
  during: (send: () => unknown) => Promise<unknown>,
): void {
  const send: (...args: unknown[]) => unknown = pool.query.bind(pool);
  Object.assign(pool, {
    query(...args: unknown[]) {
      const [query] = args as [string | { text: string }];
      if (!matching.test(typeof query === 'string' ? query : query.text)) return send(...args);
      Reflect.deleteProperty(pool, 'query');
      return during(() => send(...args));
    },
  });
}

/** Of the look into the queue, by one request or several. */
export const claimNextQuery = /array_agg\(call_place/;

/** Of the changes of tasks. */
export const writeQuery = /update tasks set/;
