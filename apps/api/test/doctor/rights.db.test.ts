import { migrate } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { runDoctor } from './support/run-doctor.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
});
afterAll(() => db.close());

const find = (check: string, url = db.url) =>
  runDoctor({ DATABASE_URL: url, INSTALLATION_ID: 'tests' }, check);
const matching = (level: string, message: RegExp) => ({ level, message: expect.stringMatching(message) });
const asOwner = (sql: string) => db.owner.query(sql);
/** Runs as the owner now, and the second statement after the test. */
async function change(sql: string, undo: string): Promise<void> {
  onTestFinished(() => asOwner(undo).then(() => undefined));
  await asOwner(sql);
}
const role = () => new URL(db.url).username;

describe('rights', () => {
  it('misses a right on a table', async () => {
    await change(`revoke insert on tasks from ${role()}`, `grant insert on tasks to ${role()}`);
    expect(await find('rights')).toMatchObject([matching('error', /lacks rights on tasks/)]);
  });

  it('misses the right on the schema, and says of no table that it does not exist', async () => {
    await change('revoke usage on schema public from public', 'grant usage on schema public to public');
    await change(`revoke usage on schema public from ${role()}`, `grant usage on schema public to ${role()}`);
    expect(await find('rights')).toMatchObject([
      {
        ...matching('error', /lacks rights on schema public\.$/),
        remedy: expect.stringContaining('migrate.js'),
      },
    ]);
    expect(await find('migrations')).toEqual([]);
    await migrate(db.ownerUrl, { applicationRole: role() });
    expect(await find('rights')).toMatchObject([{ level: 'ok' }]);
  });

  it('does not say that a database is empty where the list of migrations cannot be read', async () => {
    await change(
      `revoke select on _prisma_migrations from ${role()}`,
      `grant select on _prisma_migrations to ${role()}`,
    );
    expect(await find('rights')).toMatchObject([matching('error', /lacks rights on _prisma_migrations/)]);
    expect(await find('migrations')).toEqual([]);
  });

  it('warns of a superuser, of a role that can change the schema, and of one that can write migrations', async () => {
    expect(await find('rights', db.ownerUrl)).toMatchObject([matching('warning', /is a superuser/)]);
    await change(
      `grant insert on _prisma_migrations to ${role()}`,
      `revoke insert on _prisma_migrations from ${role()}`,
    );
    expect(await find('rights')).toMatchObject([matching('warning', /may write the list of applied/)]);
    await change(
      `grant create on schema public to ${role()}`,
      `revoke create on schema public from ${role()}`,
    );
    expect(await find('rights')).toMatchObject([matching('warning', /can change the schema/)]);
  });
});
