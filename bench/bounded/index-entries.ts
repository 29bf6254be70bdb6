import type { PooledConnection } from '@crewboard/db';

const tables = ['tasks', 'events', 'task_attempts'] as const;

/** Index entries of each table. */
export type IndexEntries = Record<(typeof tables)[number], number>;

/** The position of the write-ahead log. */
export async function readWalPosition(owner: PooledConnection): Promise<string> {
  const { rows } = await owner.query<{ position: string }>(
    'select pg_current_wal_flush_lsn()::text as position',
  );
  return (rows[0] as { position: string }).position;
}

/** Each record adds one entry; the split of a page adds the entry that had no room. */
const countEntries = `
  select indrelid::regclass::text as table, count(*)::int as count
  from pg_get_wal_block_info($1::pg_lsn, pg_current_wal_flush_lsn(), false) as block
    join pg_index on pg_relation_filenode(indexrelid) = block.relfilenode
  where indrelid = any($2::regclass[]) and block_id = 0 and resource_manager = 'Btree'
    and record_type in ('INSERT_LEAF', 'INSERT_POST', 'SPLIT_L', 'SPLIT_R')
  group by indrelid`;

/** Counts the index entries written since a position of the write-ahead log. The server needs `pg_walinspect`. */
export async function countIndexEntries(owner: PooledConnection, since: string): Promise<IndexEntries> {
  const { rows } = await owner.query<{ table: keyof IndexEntries; count: number }>(countEntries, [
    since,
    tables,
  ]);
  const entries: IndexEntries = { tasks: 0, events: 0, task_attempts: 0 };
  for (const { table, count } of rows) entries[table] = count;
  return entries;
}
