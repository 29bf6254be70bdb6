import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { recordFailure } from '@crewboard/db/backup';
import { expect, it } from 'vitest';
import { makeFolder, runDoctor } from './support/run-doctor.ts';

const hour = 3_600_000;

const nameAt = (ms: number) => `crewboard-${new Date(ms).toISOString().replaceAll(/[-:.]/g, '')}`;
const find = (folder: string) => runDoctor({ BACKUP_DIR: folder, BACKUP_EVERY: '2h' }, 'backups');
const matching = (message: RegExp) => expect.stringMatching(message);

it('tells a recent backup from none, from an old one, and from one that failed', async () => {
  const folder = makeFolder();
  expect(await find(folder)).toMatchObject([
    {
      level: 'warning',
      message: matching(/no backup yet/),
      remedy: expect.stringContaining(`backup ${folder}`),
    },
  ]);
  await mkdir(path.join(folder, nameAt(Date.now() - 5.5 * hour)));
  expect(await find(folder)).toMatchObject([
    { level: 'error', message: matching(/is 5 hours old, and one is due every 2h/) },
  ]);
  await mkdir(path.join(folder, nameAt(Date.now() - 2.5 * hour)));
  expect(await find(folder)).toMatchObject([{ level: 'ok', message: matching(/is 2 hours old/) }]);
  await recordFailure(folder, 'The disk is full.');
  expect(await find(folder)).toMatchObject([
    {
      level: 'error',
      message: matching(/failed \d+ s ago: The disk is full. The newest backup is 2 hours old/),
    },
  ]);
});

it('says that a folder cannot be read, and that without BACKUP_DIR the embedded database has no backups', async () => {
  const file = path.join(makeFolder(), 'file');
  await writeFile(file, '');
  expect(await find(file)).toMatchObject([{ level: 'error', message: matching(/cannot be read/) }]);
  expect(await runDoctor({}, 'backups')).toMatchObject([{ level: 'warning' }]);
  const external = { DATABASE_URL: 'postgresql://role@127.0.0.1:1/none' };
  expect(await runDoctor(external, 'backups')).toMatchObject([{ level: 'ok' }]);
});
