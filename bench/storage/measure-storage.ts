import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createTeamClient } from '../../e2e/fixtures/team-client.ts';
import { type Agent, seedData } from '../compare/data.ts';
import { cpuSeconds } from '../process-usage.ts';
import { type BenchApi, type BenchDatabase, startApi, startDatabase } from '../start-service.ts';

/** Settings of tables that take turns with those of the migrations. */
const variants: Record<string, string> = {
  'as migrated': '',
  'fillfactor of attempts 100': 'alter table task_attempts reset (fillfactor)',
  'fillfactor of tasks 85': 'alter table tasks set (fillfactor = 85)',
  'fillfactor of tasks 70': 'alter table tasks set (fillfactor = 70)',
  'vacuum of tasks at 5 %': 'alter table tasks set (autovacuum_vacuum_scale_factor = 0.05)',
};
const tasks = 100_000;
const heartbeats = 4;
const turns = 10;
const agents = 32;
const tasksPerAgent = 25;
/** So that a short run meets as many rounds of autovacuum as hours do. */
const settings = { autovacuum_naptime: '5s' };
/** Connections report what they did up to 10 s after their last statement. */
const settleMs = 12_000;

type Side = {
  name: string;
  database: BenchDatabase;
  api: BenchApi;
  owner: pg.Pool;
  crew: Agent[];
  seconds: number;
};

/**
 * Measures what settings of tables cost or save: agents create, claim, keep and complete tasks among 100,000 others, in
 * turns with each of the settings.
 */
export async function measureStorage(): Promise<void> {
  const sides: Side[] = [];
  try {
    for (const [name, sql] of Object.entries(variants)) sides.push(await open(name, sql));
    for (let turn = 0; turn < turns; turn += 1) {
      for (const side of turn % 2 ? sides : sides.toReversed()) await work(side);
    }
    await sleep(settleMs);
    for (const side of sides) await report(side);
  } finally {
    for (const side of sides) await close(side);
  }
}

async function open(name: string, sql: string): Promise<Side> {
  const database = await startDatabase(settings);
  // Without the time limits of the service, which filling exceeds.
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 1 });
  // Before the tasks, since a fillfactor is of pages that are filled later.
  if (sql) await owner.query(sql);
  const crew = await seedData(owner, { tasks, events: tasks });
  await owner.query('select pg_stat_reset()');
  return { name, database, owner, crew, api: await startApi(database), seconds: 0 };
}

async function work(side: Side): Promise<void> {
  const { pid } = side.database;
  const before = cpuSeconds(pid, { children: true });
  await Promise.all(
    side.crew.slice(0, agents).map(async ({ token, teamId, projectId }) => {
      const client = createTeamClient(side.api.origin, token, { teamId, projectId });
      const description = 'What to do, and why. '.repeat(8);
      const created: string[] = [];
      // All of them first: tasks wait in the queue, on pages that are full by the time of their claim.
      while (created.length < tasksPerAgent) created.push((await client.createTask({ description })).id);
      for (const taskId of created) {
        await client.tasks.claim({ taskId, leaseSeconds: 300 });
        for (let count = 0; count < heartbeats; count += 1) await client.tasks.heartbeat({ taskId });
        await client.tasks.complete({ taskId, result: 'Done' });
      }
    }),
  );
  side.seconds += cpuSeconds(pid, { children: true }) - before;
}

async function report({ name, owner, seconds }: Side): Promise<void> {
  const { rows } = await owner.query<Record<string, number>>(
    `select relname as name, n_tup_upd::int as updates, n_tup_hot_upd::int as hot, n_dead_tup::int as dead,
       autovacuum_count::int as vacuums, pg_relation_size(relid)::float8 as bytes, pg_indexes_size(relid)::float8 as index_bytes
     from pg_stat_user_tables where schemaname = 'public' and relname in ('tasks', 'task_attempts')`,
  );
  console.log(
    `${name}: PostgreSQL ${((seconds / turns / agents / tasksPerAgent) * 1e3).toFixed(2)} ms for a task`,
  );
  for (const row of rows) {
    const mb = (bytes: number | undefined) => ((bytes ?? Number.NaN) / 1e6).toFixed(1);
    console.log(
      `  ${row.name}: ${Math.round((100 * (row.hot ?? 0)) / (row.updates ?? 0))} % of ${row.updates} updates without index entries, ` +
        `${row.dead} dead rows, ${row.vacuums} vacuums, ${mb(row.bytes)} MB and indexes of ${mb(row.index_bytes)} MB`,
    );
  }
}

async function close({ api, owner, database }: Side): Promise<void> {
  await owner.end();
  await api.stop();
  await database.stop();
}
