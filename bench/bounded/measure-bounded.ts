import { parseArgs } from 'node:util';
import { openDatabase, type PooledConnection } from '@crewboard/db';
import { startDatabase } from '../start-service.ts';
import { fillDatabase } from './fill-database.ts';
import { type HotMeasured, type Measured, measureHotStatements, type Written } from './hot-statements.ts';
import { measureSize } from './measure-size.ts';
import { type Read, readsOf } from './reads.ts';

const small = 10_000;
const large = 1_000_000;
/** How many tasks are stored to measure their size. */
const stored = 100_000;
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

type Results = Map<string, Measured & Partial<HotMeasured>>;

async function measureAt(count: number): Promise<Results> {
  // Without whole pages in the write-ahead log: their number depends on the time since the last checkpoint.
  const settings = { shared_preload_libraries: 'pg_stat_statements', full_page_writes: 'off' };
  const database = await startDatabase(settings);
  const db = openDatabase(database.ownerUrl, { maxConnections: 1 });
  const client = await db.pool.connect();
  try {
    await fillDatabase(client, count);
    const measured = new Map<string, Measured>();
    for (const team of teams) {
      for (const read of readsOf(team)) measured.set(`${team}, ${read.name}`, await measure(client, read));
    }
    // Hot statements run last, because they write. They come first in the table.
    return new Map([...(await measureHotStatements(client, database)), ...measured]);
  } finally {
    client.release();
    await db.close();
    await database.stop();
  }
}

async function measureStatements(counts: number[]): Promise<void> {
  const results: Results[] = [];
  for (const count of counts) results.push(await measureAt(count));
  console.log(`| Statement | pages of ${counts.join(' and of ')} tasks | ms |\n|---|---|---|`);
  for (const name of results[0]?.keys() ?? []) {
    const measured = results.map((each) => each.get(name) as Measured);
    const pages = measured.map((each) => each.pages.toFixed(0)).join(' → ');
    console.log(`| ${name} | ${pages} | ${measured.map(({ ms }) => ms.toFixed(1)).join(' → ')} |`);
  }
  reportWrites(results.at(-1) as Results);
}

function reportWrites(results: Results): void {
  console.log('\n| Call | index entries of tasks | of events | of task_attempts | bytes of WAL |');
  console.log('|---|---|---|---|---|');
  for (const [name, { written }] of results) {
    if (written) console.log(`| ${name} | ${formatWritten(written)} |`);
  }
}

const formatWritten = ({ tasks, events, task_attempts, walBytes }: Written) =>
  [...[tasks, events, task_attempts].map((entries) => entries.toFixed(2)), walBytes.toFixed(0)].join(' | ');

/**
 * Measures the pages and the time of each hot statement, count, list and search among ten thousand tasks and a million,
 * the index entries and the write-ahead log of each hot call, and the size of 100,000 tasks that are done: `--quick`
 * among ten thousand tasks alone, and the size of as many; `--size` the size alone.
 */
export async function measureBounded(args: string[]): Promise<void> {
  const boolean = { type: 'boolean', default: false } as const;
  const { quick, size } = parseArgs({ args, options: { quick: boolean, size: boolean } }).values;
  if (!size) await measureStatements(quick ? [small] : [small, large]);
  await measureSize(quick ? small : stored);
}
