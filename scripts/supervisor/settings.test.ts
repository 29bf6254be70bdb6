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

test('makes backups only with BACKUP_DIR, by default seven and one a day', () => {
  expect(readSettings(env({})).backups).toBeUndefined();
  const day = 24 * 60 * 60 * 1000;
  const backups = (values: Record<string, string>) =>
    readSettings(env({ BACKUP_DIR: '/backups', ...values })).backups;
  expect(backups({})).toEqual({ folder: '/backups', every: '24h', everyMs: day, keep: 7 });
  expect(backups({ BACKUP_EVERY: '7d', BACKUP_KEEP: '2' })).toMatchObject({ everyMs: 7 * day, keep: 2 });
  expect(backups({ BACKUP_EVERY: '30m' })).toMatchObject({ everyMs: 30 * 60 * 1000 });
  for (const BACKUP_EVERY of ['24', '0h', '1s', '24 h', '1.5h']) {
    expect(() => backups({ BACKUP_EVERY })).toThrow(/BACKUP_EVERY must be a time such as 30m/);
  }
  expect(() => backups({ BACKUP_KEEP: '0' })).toThrow(/BACKUP_KEEP must be a whole number from 1/);
  expect(() => readSettings(env({ BACKUP_EVERY: '1h' }))).toThrow(/BACKUP_EVERY requires BACKUP_DIR/);
});
