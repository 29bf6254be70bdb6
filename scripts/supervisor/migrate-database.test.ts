import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Problem } from '../setup/problem.mjs';
import { LogFolder } from './log-folder.ts';
import { migrateDatabase } from './migrate-database.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crewboard-migrate-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('ends with the line in which the program says what to do, and logs the rest', async () => {
  const script = join(folder, 'migrate.mjs');
  await writeFile(
    script,
    `console.log('{"msg":"preparing the database"}');
     console.error('The database could not be migrated: a newer version has. Start that one.');
     process.exitCode = 1;`,
  );
  const log = new LogFolder(folder).open('migrate');
  const problem = await migrateDatabase({ program: { script }, env: process.env, log }).catch((each) => each);
  expect(problem).toBeInstanceOf(Problem);
  expect(problem.message).toBe(
    `The database could not be migrated: a newer version has. Start that one.\nThe log: ${log.path}`,
  );
  expect(await readFile(log.path, 'utf8')).toContain('preparing the database');
});
