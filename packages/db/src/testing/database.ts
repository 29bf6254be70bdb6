import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type {} from 'vitest';
import { type Database, openDatabase } from '../client.ts';

export const templateName = 'crewboard_template';

/** The URL of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

export type TestDatabase = Database & { url: string };

/** An empty, migrated database of its own, opened. `close` drops it. */
export async function createTestDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name} template ${templateName}`);
  const url = databaseUrl(serverUrl, name);
  const db = openDatabase(url);
  return {
    ...db,
    url,
    async close() {
      await db.close();
      await onServer(serverUrl, `drop database ${name} with (force)`);
    },
  };
}

/** A database with nothing in it, for tests of the migrations themselves. */
export async function createEmptyDatabase(serverUrl: string): Promise<string> {
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `create database ${name}`);
  return databaseUrl(serverUrl, name);
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that the global setup started: `inject('postgresUrl')`. */
    postgresUrl: string;
  }
}
