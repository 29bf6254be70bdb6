import { openDatabase, type PooledConnection } from '@crewboard/db';
import { startDatabase } from '../start-service.ts';
import { fillDatabase } from './fill-database.ts';
import { type Measured, measureHotStatements } from './hot-statements.ts';
import { type Read, readsOf } from './reads.ts';

const sizes = [10_000, 1_000_000];
const repetitions = 5;
/** The team with three tenths of the tasks, and one with a twenty-seventh. */
const teams = ['team1', 'team7'];

type Explained = {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
  'Execution Time': number;
};

async function measure(client: PooledConnection, { text, values }: Read): Promise<Measured> {
  const runs: Measured[] = [];
  for (let run = 0; run < repetitions; run += 1) {
    const { rows } = await client.query<{ 'QUERY PLAN': [Explained] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    );
    const { Plan, 'Execution Time': ms } = (rows[0] as (typeof rows)[0])['QUERY PLAN'][0];
    runs.push({ pages: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'], ms });
  }
  return runs.toSorted((a, b) => a.ms - b.ms)[Math.floor(repetitions / 2)] as Measured;
}

async function measureAt(count: number): Promise<Map<string, Measured>> {
  const database = await startDatabase({ shared_preload_libraries: 'pg_stat_statements' });
  const db = openDatabase(database.ownerUrl, { maxConnections: 1 });
  const client = await db.pool.connect();
  try {
    await fillDatabase(client, count);
    const measured = new Map<string, Measured>();
    for (const team of teams) {
      for (const read of readsOf(team)) measured.set(`${team}, ${read.name}`, await measure(client, read));
    }
    // Last, because they write.
    return new Map([...(await measureHotStatements(client, database)), ...measured]);
  } finally {
    client.release();
    await db.close();
    await database.stop();
  }
}

/**
 * Measures the pages and the time of each hot statement, count, list and search among ten thousand tasks and a
 * million.
 */
export async function measureBounded(): Promise<void> {
  const [small, large] = [await measureAt(sizes[0] as number), await measureAt(sizes[1] as number)];
  console.log(`| Statement | pages of ${sizes.join(' and of ')} tasks | ms |\n|---|---|---|`);
  for (const [name, { pages, ms }] of small) {
    const after = large.get(name);
    console.log(
      `| ${name} | ${pages.toFixed(0)} → ${after?.pages.toFixed(0)} | ${ms.toFixed(1)} → ${after?.ms.toFixed(1)} |`,
    );
  }
}
