import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { BackupHealth } from '@crewboard/contracts';
import { recordFailure } from '@crewboard/db/backup';
import { beforeEach, expect, it } from 'vitest';
import { setOperator } from '../../src/features/accounts/set-operator.ts';
import { type Configuration, type TestApi, useApi } from '../harness.ts';
import { call, createPerson, sessionOf } from '../support/people.ts';

const api = useApi();
const hour = 3_600_000;
const healthy = { problem: null, lastBackupAt: null, cause: null };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'crewboard-backups-'));
  return () => rm(folder, { recursive: true });
});

async function addBackup(ms: number): Promise<string> {
  const time = new Date(ms).toISOString();
  await mkdir(path.join(folder, `crewboard-${time.replaceAll(/[-:.]/g, '')}`));
  return time;
}

/** What a person sees, at a process with these settings. */
async function readHealth(email: string, backups: Configuration['backups']): Promise<BackupHealth> {
  const replica: TestApi = await api().replica({ backups });
  try {
    const session = await sessionOf(api(), email);
    return BackupHealth.parse(
      (await call(replica, ['query', 'system.backups'], undefined, { session })).data,
    );
  } finally {
    await replica.close();
  }
}

it('tells operators, and nobody else, of backups that are late, failed or cannot be read', async () => {
  const { teamId } = await api().createTeam();
  const operator = await createPerson(api(), teamId, 'viewer');
  const owner = await createPerson(api(), teamId, 'owner');
  await setOperator({ ctx: { db: api().db }, input: { email: operator.email, isOperator: true } });
  await api().db.pool.query('update users set is_operator = (id = $1)', [operator.userId]);
  const place = { folder, everyMs: 2 * hour };
  const read = () => readHealth(operator.email, place);

  // The first one is not due for two intervals.
  expect(await read()).toEqual(healthy);
  const old = await addBackup(Date.now() - 5 * hour);
  expect(await read()).toEqual({ problem: 'late', lastBackupAt: old, cause: null });
  const recent = await addBackup(Date.now() - hour);
  expect(await read()).toEqual({ ...healthy, lastBackupAt: recent });
  await recordFailure(folder, 'The disk is full.');
  expect(await read()).toEqual({ problem: 'failed', lastBackupAt: recent, cause: 'The disk is full.' });
  expect(await readHealth(owner.email, place)).toEqual(healthy);
  expect(await readHealth(operator.email, undefined)).toEqual(healthy);

  const file = path.join(folder, 'file');
  await writeFile(file, '');
  expect(await readHealth(operator.email, { ...place, folder: file })).toMatchObject({
    problem: 'unreadable',
    cause: expect.stringContaining('ENOTDIR'),
  });
});
