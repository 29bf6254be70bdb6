import type pg from 'pg';

type VacuumFacts = {
  isOn: boolean;
  /** The age of the oldest row that is not frozen, in transactions. */
  transactionAge: number;
  /** The age at which PostgreSQL starts autovacuum to freeze rows even if it is off. */
  maxFreezeAge: number;
  /** Tables with many times the dead rows at which autovacuum begins, the most first. */
  behind: { name: string; deadRows: number; liveRows: number }[];
};

/** Tables with fewer dead rows are ignored: they are small even if nearly all of their rows are dead. */
const minDeadRows = 50_000;
/** Autovacuum falls behind at so many times the dead rows at which it begins. */
const behindFactor = 3;

const readFacts = `
  select current_setting('autovacuum')::bool and current_setting('track_counts')::bool as "isOn",
    greatest(age(datfrozenxid), mxid_age(datminmxid)) as "transactionAge",
    current_setting('autovacuum_freeze_max_age')::int as "maxFreezeAge",
    (select coalesce(json_agg(behind), '[]') from (
      select relname as name, n_dead_tup as "deadRows", n_live_tup as "liveRows" from pg_stat_user_tables
      where schemaname = 'public' and n_dead_tup > greatest(${minDeadRows}, ${behindFactor} * (
        current_setting('autovacuum_vacuum_threshold')::float8
          + current_setting('autovacuum_vacuum_scale_factor')::float8 * n_live_tup))
      order by n_dead_tup desc limit 3) as behind) as behind
  from pg_database where datname = current_database()`;

/** Reads whether autovacuum keeps up, from numbers that every role may read. */
export async function readVacuum(client: pg.ClientBase): Promise<VacuumFacts> {
  const { rows } = await client.query<VacuumFacts>(readFacts);
  return rows[0] as VacuumFacts;
}
