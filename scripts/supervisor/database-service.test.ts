import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeClusterFolder } from '../../packages/db/src/testing/make-cluster-folder.ts';
import { databaseService } from './database-service.ts';
import { openLogFile } from './log-folder.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await makeClusterFolder('crewboard-database-');
});
afterEach(() => rm(dataDir, { recursive: true }));

test('starts no empty database in place of one whose folder is gone', async () => {
  const cluster = join(dataDir, 'postgres');
  const log = openLogFile(join(dataDir, 'postgres.log'));
  const service = databaseService({ dataDir, log, onStart: () => undefined });
  const first = await service.launch();
  await first.stop();
  await rm(cluster, { recursive: true });

  const message = `${cluster} is gone. Mount its disk again, or stop npm start and restore a backup.`;
  await expect(service.launch()).rejects.toThrow(message);
  expect(existsSync(cluster)).toBe(false);
  await expect.poll(() => readFile(log.path, 'utf8')).toContain(message);
});
