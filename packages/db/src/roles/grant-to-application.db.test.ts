import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrate } from '../migrations/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
});
afterAll(() => db.close());

const applicationRole = () => new URL(db.url).username;

/** Runs the statement as the role of the service; returns the code of the error. */
async function codeOf(sql: string): Promise<string> {
  const client = new pg.Client(db.url);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(sql);
    return 'allowed';
  } catch (error) {
    return String((error as { code?: unknown }).code);
  } finally {
    await client.end();
  }
}

describe('the role of the service', () => {
  it.each([
    ['create a table', 'create table mine (id int)'],
    ['create a temporary table', 'create temporary table mine (id int)'],
    ['create a schema', 'create schema mine'],
    ['create a function', `create function mine() returns int language sql as 'select 1'`],
    [
      'replace a function',
      `create or replace function fresh_snapshot() returns pg_snapshot language sql as 'select pg_current_snapshot()'`,
    ],
    ['create an extension', 'create extension hstore'],
    ['create an index', 'create index mine on tasks (title)'],
    ['alter a table', 'alter table tasks add column mine text'],
    ['drop a check', 'alter table tasks drop constraint tasks_pkey cascade'],
    ['drop a table', 'drop table comments'],
    ['truncate a table', 'truncate comments'],
    ['disable a trigger', 'alter table tasks disable trigger index_new_task'],
    ['disable all triggers', 'alter table tasks disable trigger all'],
    [
      'create a trigger',
      'create trigger mine before update on tasks for each row execute function keep_task_texts()',
    ],
    ['switch off triggers for its session', 'set session_replication_role = replica'],
    ['create a role', 'create role mine'],
    ['give itself a role', 'grant pg_read_server_files to current_user'],
    ['become the owner', 'set role crewboard'],
    ['create a database', 'create database mine'],
    ['run a program', `copy tasks to program 'cat'`],
    ['write a file', `copy tasks to '/tmp/crewboard-must-not-exist'`],
    ['read a file', `select pg_read_file('PG_VERSION')`],
    ['read password hashes', 'select rolpassword from pg_authid'],
    ['change a setting of the server', `alter system set fsync = off`],
    ['forget a migration', 'delete from _prisma_migrations'],
    ['grant its rights on', 'grant select on tasks to public'],
  ])('may not %s', async (_, sql) => {
    const code = await codeOf(sql);
    // GRANT without the grant option is only a warning and changes nothing.
    if (sql.startsWith('grant select')) {
      const { rows } = await db.owner.query(
        `select from information_schema.table_privileges where table_name = 'tasks' and grantee = 'PUBLIC'`,
      );
      expect(rows).toEqual([]);
    } else if (sql === 'create database mine') {
      // These cannot run inside a transaction.
      await expect(db.pool.query(sql)).rejects.toMatchObject({ code: '42501' });
    } else if (sql.startsWith('alter system')) {
      await expect(db.pool.query(sql)).rejects.toMatchObject({ code: '42501' });
    } else expect(code).toBe('42501');
  });

  it('owns nothing', async () => {
    const { rows } = await db.owner.query(
      `select classid::regclass, objid from pg_shdepend
       where deptype = 'o' and refobjid = (select oid from pg_roles where rolname = $1)`,
      [applicationRole()],
    );
    expect(rows).toEqual([]);
  });
});

describe('grants', () => {
  const grantsOf = async (table: string) =>
    (
      await db.owner.query<{ privileges: string }>(
        `select string_agg(privilege_type, ' ' order by privilege_type) as privileges
         from information_schema.role_table_grants where table_name = $1 and grantee = $2`,
        [table, applicationRole()],
      )
    ).rows[0]?.privileges;

  it('include tables of later migrations without a statement in them', async () => {
    await db.owner.query(`create table later (id bigserial primary key);
      create function later_count() returns bigint language sql as 'select count(*) from later';
      revoke execute on function later_count() from public;`);
    expect(await grantsOf('later')).toBe('DELETE INSERT SELECT UPDATE');
    await db.pool.query('insert into later default values');
    expect((await db.pool.query('select later_count()::int as count')).rows).toEqual([{ count: 1 }]);
  });

  it('are restored at the next start after they were lost, and written only then', async () => {
    await db.owner.query(`revoke all on tasks from ${applicationRole()};
      grant insert on _prisma_migrations to ${applicationRole()}`);
    const start = () => migrate(db.ownerUrl, { applicationRole: applicationRole() });
    await start();
    expect(await grantsOf('tasks')).toBe('DELETE INSERT SELECT UPDATE');
    expect(await grantsOf('_prisma_migrations')).toBe('SELECT');
    const rowVersions = async () =>
      (
        await db.owner.query(
          `select oid::text, xmin::text from pg_class where relnamespace = 'public'::regnamespace order by 1`,
        )
      ).rows;
    const before = await rowVersions();
    await start();
    expect(await rowVersions()).toEqual(before);
  });

  it('throw when the role does not exist', async () => {
    await expect(migrate(db.ownerUrl, { applicationRole: 'nobody_here' })).rejects.toThrow(/"nobody_here"/);
  });
});
