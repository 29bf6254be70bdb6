/**
 * SQL that fails if a change would fail, and makes no table grow: an update of no row, which a read-only database
 * rejects; rows that need a temporary file of 110 KB, for which a full disk has no space; and a message of about 100
 * bytes in the write-ahead log, which the commit waits for.
 */
export const writeProbe = `
  set local work_mem = '64kB';
  update teams set name = name where false;
  select count(*) from generate_series(1, 8192);
  select pg_logical_emit_message(true, 'crewboard', 'ready')`;
