import type { Database } from '@crewboard/db';

/** Runs `during` instead of the next query of the hot path that matches, which can send it. */
export function interceptQuery(
  { pool, lookups = pool }: Pick<Database, 'pool'> & Partial<Pick<Database, 'lookups'>>,
  matching: RegExp,
  during: (send: () => unknown) => Promise<unknown>,
): void {
  const pools = new Set([pool, lookups]);
  const restore = () => {
    for (const each of pools) Reflect.deleteProperty(each, 'query');
  };
  for (const each of pools) {
    const send: (...args: unknown[]) => unknown = each.query.bind(each);
    Object.assign(each, {
      query(...args: unknown[]) {
        const [query] = args as [string | { text: string }];
        if (!matching.test(typeof query === 'string' ? query : query.text)) return send(...args);
        restore();
        return during(() => send(...args));
      },
    });
  }
}

/** Of the look into the queue, by one request or several. */
export const claimNextQuery = /array_agg\(call_place/;

/** Of the changes of tasks. */
export const writeQuery = /update tasks set/;

/** As PostgreSQL reports a statement that took too long. */
export const cancelled = () =>
  Object.assign(new Error('canceling statement due to statement timeout'), {
    severity: 'ERROR',
    code: '57014',
  });
