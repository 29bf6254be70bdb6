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
    // Looks at up to 210,000 rows, which is all of them: with a sample, one plan in ten runs was another.
    await client.query('set default_statistics_target = 700');
    await client.query(`vacuum analyze ${table}`);
  } finally {
    // Discard the connection: its session settings would apply to later statements.
    client.release(true);
  }
}
