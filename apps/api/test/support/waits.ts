import type { Database } from '@crewboard/db';
import { expect } from 'vitest';
import type { TestApi } from '../harness.ts';

/** Of the look which of the tasks have ended. */
export const look = /as "isStuck"/;

/** Resolves once so many requests wait that have left their places. */
export const idle = (api: TestApi, count: number) =>
  expect.poll(() => api.app.taskWaits.idleCount, { interval: 5, timeout: 60_000 }).toBe(count);

/** Counts the looks from now on, and the most that were under way at once. */
export function countLooks({ pool }: Pick<Database, 'pool'>) {
  const send: (...args: unknown[]) => Promise<unknown> = pool.query.bind(pool);
  const looks = { count: 0, mostAtOnce: 0, restore: () => Reflect.deleteProperty(pool, 'query') };
  let underWay = 0;
  Object.assign(pool, {
    async query(...args: unknown[]) {
      const [query] = args as [string | { text: string }];
      if (!look.test(typeof query === 'string' ? query : query.text)) return send(...args);
      looks.count += 1;
      underWay += 1;
      looks.mostAtOnce = Math.max(looks.mostAtOnce, underWay);
      try {
        return await send(...args);
      } finally {
        underWay -= 1;
      }
    },
  });
  return looks;
}
