import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { withConnection } from '../connections/single-connection.ts';
import { restrictDatabase } from '../roles/grant-to-application.ts';
import { PasswordFileError, readPassword, withPasswordFile } from './password-file.ts';

/** The role of the service. It owns nothing, and may only read and write rows. */
export const APPLICATION_ROLE = 'crewboard_application';

/** Those that `hasRightAttributes` checks. */
const ATTRIBUTES = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';

/**
 * Creates the role of the service if there is none, and returns its password, which is stored in `passwordFile` (mode
 * 0600). If the file was lost, sets a new password. Writes nothing to the database if nothing has changed. Throws a
 * PasswordFileError if the file cannot be used.
 */
export async function ensureApplicationRole(ownerUrl: string, passwordFile: string): Promise<string> {
  if (!existsSync(passwordFile)) await withPasswordFile(passwordFile, () => writePassword(passwordFile));
  const password = await readPassword(passwordFile);
  if (!storedPassword.test(password)) {
    throw new PasswordFileError(
      `${passwordFile} is damaged. Remove the file: the next start makes a new password.`,
    );
  }
  return withConnection(ownerUrl, async (client) => {
    const isAsWritten = await hasRightAttributes(client);
    if (isAsWritten && (await canConnect(ownerUrl, password))) return password;
    await writeRole(client, password, isAsWritten === undefined ? 'create' : 'alter');
    return password;
  });
}

/** 24 bytes in base64url. */
const storedPassword = /^[\w-]{32,}$/;

async function writePassword(file: string): Promise<void> {
  // Renaming is atomic, so a file with the final name is complete.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(24).toString('base64url'), { mode: 0o600 });
  await rename(draft, file);
}

/** Whether the role may sign in and has no other privileges of the cluster; undefined if there is no such role. */
async function hasRightAttributes(client: pg.Client): Promise<boolean | undefined> {
  const { rows } = await client.query<{ isRight: boolean }>(
    `select rolcanlogin
       and not (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls) as "isRight"
     from pg_roles where rolname = $1`,
    [APPLICATION_ROLE],
  );
  return rows[0]?.isRight;
}

async function canConnect(ownerUrl: string, password: string): Promise<boolean> {
  const url = new URL(ownerUrl);
  url.username = APPLICATION_ROLE;
  url.password = password;
  const config = { connectionString: url.href, connectionTimeoutMillis: 10_000 };
  try {
    await withConnection(config, async () => undefined);
    return true;
  } catch (error) {
    // A wrong password (class 28) or no right to connect (42501). No other error is a reason to change the role.
    if (/^(28|42501)/.test(String((error as { code?: unknown }).code))) return false;
    throw error;
  }
}

/**
 * Creates or alters the role, which may then connect to the current database alone. Without the setting, the log would
 * have the statement with the password if it failed.
 */
async function writeRole(client: pg.Client, password: string, verb: 'create' | 'alter'): Promise<void> {
  await client.query(`set log_min_error_statement = 'panic'`);
  await client.query('begin');
  await client.query(
    `${verb} role ${APPLICATION_ROLE} ${ATTRIBUTES} password ${pg.escapeLiteral(password)};
     revoke all on database postgres from public;
     revoke all on database template1 from public;`,
  );
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  await restrictDatabase(client, rows[0]?.name ?? '', APPLICATION_ROLE);
  await client.query('commit');
}
