import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { BackupWatch } from '../../src/features/system/backup-watch.ts';
import { Metrics } from '../../src/metrics/metrics.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'crewboard-backups-'));
  return () => rm(folder, { recursive: true });
});

/** As Prometheus writes it; undefined without a value. */
const readAge = async (metrics: Metrics) =>
  /^crewboard_backup_age_seconds (.+)$/m.exec(await metrics.render())?.[1];

it('says how old the newest complete backup of BACKUP_DIR is, and nothing without it', async () => {
  const metrics = new Metrics();
  expect(await readAge(metrics)).toBeUndefined();
  metrics.watchBackups(new BackupWatch({ folder, everyMs: 86_400_000 }));
  expect(await readAge(metrics)).toBe('+Inf');
  for (const name of [
    'crewboard-20250101T000000000Z',
    'crewboard-20260101T000000000Z',
    '.crewboard-20260201T000000000Z.1.partial',
  ]) {
    await mkdir(path.join(folder, name));
  }
  const secondsSince = () => (Date.now() - Date.parse('2026-01-01')) / 1_000;
  const atLeast = secondsSince();
  const age = Number(await readAge(metrics));
  expect(age).toBeGreaterThanOrEqual(atLeast);
  expect(age).toBeLessThanOrEqual(secondsSince());
});

it('has the other metrics while the folder does not respond', async () => {
  const metrics = new Metrics();
  metrics.watchBackups(new BackupWatch({ folder, everyMs: 86_400_000 }));
  await mkdir(path.join(folder, 'crewboard-20260101T000000000Z'));
  // Reading it waits until somebody writes.
  const silent = path.join(folder, '.crewboard-failure.json');
  execFileSync('mkfifo', [silent]);
  expect(await readAge(metrics)).toBe('+Inf');
  await writeFile(silent, '');
  await expect.poll(async () => Number(await readAge(metrics))).toBeLessThan(Number.POSITIVE_INFINITY);
});
