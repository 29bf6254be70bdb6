import type { Database } from '@crewboard/db';
import { expect } from 'vitest';
import type { TestApi } from '../harness.ts';
import { countQueries } from './record-queries.ts';

/** Of the look which of the tasks have ended. */
export const look = /as "isStuck"/;

/** Resolves once so many requests wait that have left their places. */
export const idle = (api: TestApi, count: number) =>
  expect.poll(() => api.app.taskWaits.idleCount, { interval: 5, timeout: 60_000 }).toBe(count);

/** Counts the looks from now on, and the most that were under way at once. */
export const countLooks = ({ pool }: Pick<Database, 'pool'>) => countQueries(pool, look);
