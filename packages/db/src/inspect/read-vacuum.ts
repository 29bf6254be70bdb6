import type pg from 'pg';

/** The age of the oldest row that is not frozen, counted in transactions, or in multixacts: locks that several share. */
export type RowAge = {
  unit: 'transactions' | 'multixacts';
  age: number;
  /** The age at which PostgreSQL starts autovacuum to freeze rows even if it is off. */
  maxFreezeAge: number;
};

type VacuumFacts = {
  isOn: boolean;
  rowAges: RowAge[];
  /** The three tables with the most dead rows, of those with many times the dead rows at which autovacuum begins. */
  tablesBehind: { name: string; deadRows: number }[];
};

/** Tables with fewer dead rows are ignored: they are small even if nearly all of their rows are dead. */
const minDeadRows = 50_000;
/** Autovacuum falls behind at so many times the dead rows at which it begins. */
const behindFactor = 3;

const readFacts = `
  select current_setting('autovacuum')::bool and current_setting('track_counts')::bool as "isOn",
    json_build_array(
      json_build_object('unit', 'transactions', 'age', age(datfrozenxid),
        'maxFreezeAge', current_setting('autovacuum_freeze_max_age')::int),
      json_build_object('unit', 'multixacts', 'age', mxid_age(datminmxid),
        'maxFreezeAge', current_setting('autovacuum_multixact_freeze_max_age')::int)) as "rowAges",
    (select coalesce(json_agg(tables), '[]') from (
      select relname as name, n_dead_tup as "deadRows" from pg_stat_user_tables
      where schemaname = 'public' and n_dead_tup > greatest(${minDeadRows}, ${behindFactor} * (
        current_setting('autovacuum_vacuum_threshold')::float8
          + current_setting('autovacuum_vacuum_scale_factor')::float8 * n_live_tup))
      order by n_dead_tup desc limit 3) as tables) as "tablesBehind"
  from pg_database where datname = current_database()`;

/** Reads whether autovacuum keeps up, from numbers that every role may read. */
export async function readVacuum(client: pg.ClientBase): Promise<VacuumFacts> {
  const { rows } = await client.query<VacuumFacts>(readFacts);
  return rows[0] as VacuumFacts;
}
