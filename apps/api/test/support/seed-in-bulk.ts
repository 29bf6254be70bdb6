import type { TestDatabase } from '@crewboard/db/testing';

/** Inserts many rows into `table` with its triggers off, and rebuilds its indexes afterwards. */
export async function seedInBulk({ owner }: TestDatabase, table: string, sql: string): Promise<void> {
  const client = await owner.connect();
  try {
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid = $1::regclass and not indisunique`,
      [table],
    );
    await client.query('set session_replication_role = replica');
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query(sql);
    for (const { definition } of indexes) await client.query(definition);
  } finally {
    // Discard the connection: its session setting would apply to later statements.
    client.release(true);
  }
  await owner.query(`vacuum analyze ${table}`);
}
