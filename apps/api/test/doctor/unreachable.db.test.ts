import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { openTestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Finding } from '../../src/cli/doctor/finding.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { makeFolder, runDoctor } from './support/run-doctor.ts';

let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await OwnPostgres.start();
});
afterAll(() => postgres.remove());

const script = path.join(import.meta.dirname, '../../src/cli/admin.ts');

/** As a process. */
async function run(...options: string[]) {
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    DATA_DIR: makeFolder(),
    APP_SECRET: 'x'.repeat(32),
  };
  return promisify(execFile)(process.execPath, [script, 'doctor', ...options], { env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  );
}

it('reports a database that is read-only', async () => {
  await postgres.query('alter system set default_transaction_read_only = on');
  await postgres.query('select pg_reload_conf()');
  const find = () => runDoctor({ DATABASE_URL: postgres.url }, 'database');
  await expect
    .poll(find)
    .toContainEqual(expect.objectContaining({ message: expect.stringContaining('read-only') }));
  await postgres.query('alter system reset default_transaction_read_only');
});

it('reports changes that wait for a standby, and leaves no connection that waits', async () => {
  const setStandbys = async (names: string) => {
    await postgres.query(`alter system set synchronous_standby_names = '${names}'`);
    await postgres.query('select pg_reload_conf()');
  };
  const hanging = `select from pg_stat_activity where application_name = 'crewboard doctor' and wait_event = 'SyncRep'`;
  await setStandbys('nowhere');
  try {
    await expect
      .poll(() => runDoctor({ DATABASE_URL: postgres.url }, 'writes'))
      .toMatchObject([{ level: 'error', remedy: expect.stringContaining('synchronous_standby_names') }]);
    await expect.poll(() => postgres.query(hanging)).toEqual([]);
  } finally {
    await setStandbys('');
  }
});

it('warns of rows that an open transaction keeps from being frozen', async () => {
  await postgres.query('alter system set autovacuum_freeze_max_age = 100000');
  await postgres.stop();
  await postgres.startAgain();
  const other = openTestDatabase(postgres.url, { maxConnections: 1 });
  try {
    await other.query('begin isolation level repeatable read; select 1');
    await postgres.query(
      'do $$ begin for i in 1..130000 loop perform pg_current_xact_id(); commit; end loop; end $$',
    );
    expect(await runDoctor({ DATABASE_URL: postgres.url }, 'vacuum')).toMatchObject([
      {
        level: 'warning',
        // Not all of them, if autovacuum has frozen those before the open transaction.
        message: expect.stringMatching(/^The oldest rows are 13\d thousand transactions old/),
      },
    ]);
  } finally {
    await other.close();
  }
});

it('warns of multixacts at an age of their own', async () => {
  await postgres.query('alter system reset autovacuum_freeze_max_age');
  await postgres.query('alter system set autovacuum_multixact_freeze_max_age = 10000');
  await postgres.stop();
  await postgres.startAgain();
  const other = openTestDatabase(postgres.url, { maxConnections: 1 });
  try {
    await postgres.query('create table locked as select 1 as id');
    await other.query('begin; select from locked for key share');
    // Each of these transactions shares the lock with the other one, which takes a new multixact.
    await postgres.query(
      'do $$ begin for i in 1..13000 loop perform from locked for key share; commit; end loop; end $$',
    );
    expect(await runDoctor({ DATABASE_URL: postgres.url }, 'vacuum')).toMatchObject([
      {
        level: 'warning',
        message: expect.stringMatching(/^The oldest rows are 1\d thousand multixacts old/),
      },
    ]);
  } finally {
    await other.close();
  }
});

it('reports a database that hangs, and comes to an end', async () => {
  postgres.freeze();
  try {
    expect(await runDoctor({ DATABASE_URL: postgres.url }, 'database')).toMatchObject([
      { level: 'error', message: expect.stringContaining('cannot be reached') },
    ]);
  } finally {
    postgres.thaw();
  }
});

it('reports a database that is stopped with exit code 1, and checks the rest', async () => {
  await postgres.stop();
  const { code, stdout } = await run('--json');
  expect(code).toBe(1);
  const { findings, errors } = JSON.parse(stdout);
  expect(errors).toBe(1);
  expect(findings.map(({ check }: Finding) => check)).toEqual(
    expect.arrayContaining(['settings', 'secrets', 'versions', 'backups', 'disk', 'database']),
  );
  const text = (await run()).stdout;
  expect(text).toMatch(/^error +database +127\.0\.0\.1:\d+\/crewboard cannot be reached: .*ECONNREFUSED/m);
  expect(text).toMatch(/^ +→ Start PostgreSQL/m);
  expect(text.replace(/\s+/g, ' ')).toContain('its log says why: on a full disk free space first.');
  expect(text).toMatch(/^1 error, \d+ warnings?\.$/m);
  expect(text).not.toContain(new URL(postgres.url).password);
});
