import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { replaceInstallation } from '../../src/features/webhooks/installation.ts';
import { runAdmin } from './support/run-admin.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
});
afterAll(() => db.close());

const status = (...options: string[]) =>
  runAdmin(['deliveries', 'status', ...options], { DATABASE_URL: db.url, INSTALLATION_ID: 'this' });

it('says whether webhooks are held for this installation, and why', async () => {
  expect(await status()).toBe('Webhooks are not held.\n');
  await replaceInstallation(db.pool, 'another');
  expect(await status()).toMatch(/^Webhooks are held: another installation used[\s\S]*deliveries resume\n$/);
  expect(JSON.parse(await status('--json'))).toEqual({
    heldFor: 'installation',
    reason: expect.stringContaining('this is a copy'),
  });
});
