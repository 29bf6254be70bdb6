/**
 * Fails if a change would fail, and leaves nothing to clean up: an update of no row, which a
 * read-only database rejects; a temporary file of 110 KB, for which a full disk has no space; and a message in the
 * write-ahead log, about 100 bytes that the commit waits for. No table grows.
 */
export const writeProbe = `
  set local work_mem = '64kB';
  update teams set name = name where false;
  select count(*) from generate_series(1, 8192);
  select pg_logical_emit_message(true, 'crewboard', 'ready')`;
