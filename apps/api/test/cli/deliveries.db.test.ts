import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { replaceInstallation } from '../../src/features/webhooks/installation.ts';

const script = path.join(import.meta.dirname, '../../src/cli/admin.ts');

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
});
afterAll(() => db.close());

const status = async (...options: string[]) => {
  const env = { ...process.env, DATABASE_URL: db.url, INSTALLATION_ID: 'this' };
  return (await promisify(execFile)(process.execPath, [script, 'deliveries', 'status', ...options], { env }))
    .stdout;
};

it('says whether webhooks are held for this installation, and why', async () => {
  expect(await status()).toBe('Webhooks are not held.\n');
  await replaceInstallation(db.pool, 'another');
  expect(await status()).toMatch(/^Webhooks are held: another installation used[\s\S]*deliveries resume\n$/);
  expect(JSON.parse(await status('--json'))).toEqual({
    heldFor: 'installation',
    reason: expect.stringContaining('this is a copy'),
  });
});
