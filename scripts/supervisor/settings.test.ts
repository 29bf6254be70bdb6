import { expect, test } from 'vitest';
import { readSettings } from './settings.mjs';

const env = (values: Record<string, string>) => ({ NODE_ENV: 'production' as const, ...values });

test('accepts DATABASE_OWNER_URL only together with DATABASE_URL', () => {
  const urls = { DATABASE_URL: 'postgresql://app@db/x', DATABASE_OWNER_URL: 'postgresql://owner@db/x' };
  expect(readSettings(env(urls))).toMatchObject({
    databaseUrl: urls.DATABASE_URL,
    databaseOwnerUrl: urls.DATABASE_OWNER_URL,
  });
  expect(readSettings(env({ DATABASE_URL: urls.DATABASE_URL })).databaseOwnerUrl).toBeUndefined();
  expect(() => readSettings(env({ DATABASE_OWNER_URL: urls.DATABASE_OWNER_URL }))).toThrow(
    /DATABASE_OWNER_URL requires DATABASE_URL/,
  );
});

test('gives the worker a port for metrics only with WORKER_METRICS_PORT', () => {
  expect(readSettings(env({ METRICS_PORT: '9464' })).workerMetricsPort).toBeUndefined();
  expect(readSettings(env({ WORKER_METRICS_PORT: '9465' })).workerMetricsPort).toBe(9465);
  expect(() => readSettings(env({ WORKER_METRICS_PORT: 'x' }))).toThrow(/WORKER_METRICS_PORT must be a port/);
});
