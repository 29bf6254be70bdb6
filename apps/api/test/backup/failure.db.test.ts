import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { readBackups } from '@crewboard/db/backup';
import { createTestDatabase } from '@crewboard/db/testing';
import { expect, inject, it, onTestFinished } from 'vitest';
import { runAdmin } from '../cli/support/run-admin.ts';

it('is made by a process, which the timers of operators start', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crewboard-backups-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const db = await createTestDatabase(inject('postgresUrl'));
  onTestFinished(() => db.close());
  const script = path.join(import.meta.dirname, '../../src/cli/admin.ts');
  const env = { ...process.env, DATABASE_URL: db.url };
  await promisify(execFile)(process.execPath, [script, 'backup', folder, '--keep', '2'], { env });
  expect(await readBackups(folder, { everyMs: 3_600_000, startedAt: Date.now() })).toMatchObject({
    newest: expect.anything(),
    isLate: false,
  });
});

it('keeps in the folder that a backup of a series failed, until one succeeds', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crewboard-backups-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const db = await createTestDatabase(inject('postgresUrl'));
  onTestFinished(() => db.close());
  const backup = (DATABASE_URL: string, ...options: string[]) =>
    runAdmin(['backup', folder, ...options], { DATABASE_URL });
  const read = () => readBackups(folder, { everyMs: 3_600_000, startedAt: Date.now() });
  const unreachable = 'postgresql://role@127.0.0.1:1/none';

  await expect(backup(unreachable)).rejects.toThrow('ECONNREFUSED');
  expect((await read()).failure).toBeUndefined();
  await expect(backup(unreachable, '--keep', '2')).rejects.toThrow('ECONNREFUSED');
  expect(await read()).toMatchObject({
    newest: undefined,
    failure: { reason: expect.stringContaining('ECONNREFUSED') },
  });
  // One by hand leaves the failure, which is over by then.
  await backup(db.url);
  expect((await read()).failure).toBeUndefined();
  await backup(db.url, '--keep', '2');
  expect(await read()).toMatchObject({ newest: expect.anything(), failure: undefined, isLate: false });
});
